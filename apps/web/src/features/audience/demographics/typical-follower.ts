import type { FollowerDemographics, MediaActivity } from '@tidemark/contract';
import { ageShares, cityShares, countryName, genderShares, hourLabel } from '@tidemark/presentation';
import { toBand, weekdayName } from '../audience-activity/day-labels.ts';

export interface TypicalFollower {
  person: string;
  age: string;
  country: string;
  city: string;
  /** Null if Instagram does not say when followers are online. */
  weekday: string | null;
  band: string;
  hour: string;
  /** Values that Instagram does not report, shown as placeholders. */
  placeholders: ReadonlySet<'age' | 'country' | 'city'>;
}

const persons: Record<string, string> = { M: 'a man', F: 'a woman', U: 'a person' };
const placeholder = { country: 'US', city: 'New York', age: '25-34' };

/** Combines the largest segment of each kind: a composite, not a real person. */
export function typicalFollower(
  demographics: FollowerDemographics,
  peak: MediaActivity['followersPeak'],
): TypicalFollower {
  const age = ageShares(demographics).toSorted((one, other) => other.percent - one.percent)[0];
  const gender = genderShares(demographics)[0];
  const country = demographics.countries.top10[0]?.countryCode;
  const city = cityShares(demographics)[0]?.name;
  const known = { age: age && age.percent > 0 ? age.name : undefined, country, city };
  const band = toBand(peak ? Math.floor(peak.hour / 4) : undefined);
  return {
    person: (gender && gender.percent > 0 ? persons[gender.key] : undefined) ?? 'a person',
    age: known.age ?? placeholder.age,
    country: withArticle(known.country ?? placeholder.country),
    city: (known.city ?? placeholder.city).split(',')[0] ?? '',
    weekday: peak && weekdayName(peak.weekday),
    band: band.words,
    hour: peak ? hourLabel(peak.hour) : band.hour,
    placeholders: new Set((['age', 'country', 'city'] as const).filter((part) => known[part] === undefined)),
  };
}

const articles = new Set(['US', 'GB', 'NL', 'PH', 'AE', 'DO', 'BS', 'MV', 'CF', 'CD', 'CG', 'KM', 'GM', 'SB', 'MH']);

function withArticle(code: string): string {
  return articles.has(code) ? `the ${countryName(code)}` : countryName(code);
}
