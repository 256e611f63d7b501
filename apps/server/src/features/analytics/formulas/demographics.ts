import { type AccountId, ageGroups, type FollowerDemographics, type Gender, genders } from '@tidemark/contract';
import { toExactness } from './exactness.ts';

type Dimension = 'age_gender' | 'country' | 'city';

/** An account's followers on the snapshot's day; null if not stored. */
export interface AudienceSnapshot {
  accountId: AccountId;
  day: string;
  followers: number | null;
  /** Followers by a key such as `25-34|F`, `NO` or `Oslo, Oslo`. */
  cells: Partial<Record<Dimension, Record<string, number>>>;
}

const topCount = 10;

/** Returns the country for a city's region, preferably a given country; null if ambiguous. */
type FindCountry = (cityName: string, countries: readonly string[]) => string | null;

/** Sums all accounts' cells. Drops values without a code or name, and unknown ages. */
export function toFollowerDemographics(
  snapshots: readonly AudienceSnapshot[],
  accountIds: readonly AccountId[],
  findCountry: FindCountry,
): FollowerDemographics {
  const of = (dimension: Dimension) =>
    sumCells(snapshots, dimension)
      .filter(({ key, value }) => key.trim() !== '' && value > 0)
      .toSorted(byCountDescending);
  const ages = of('age_gender');
  const byAgeGroup = ageGroups.map((ageGroup) => {
    const genderDist = genders.map((gender) => ({
      gender,
      value: total(ages.filter(({ key }) => toAgeRange(key) === ageGroup && toGender(key) === gender)),
    }));
    return { ageGroup, genderDist, value: total(genderDist) };
  });
  const allCountries = of('country').map(({ key, value }) => ({ countryCode: key.trim().toUpperCase(), value }));
  const cities = of('city').map(({ key, value }) => ({ cityName: key.trim(), value }));
  const totals = { ageGender: total(byAgeGroup), countries: total(allCountries), cities: total(cities) };
  const codes = allCountries.map(({ countryCode }) => countryCode);
  const coverage = toCoverage(totals, snapshots, accountIds);
  return {
    ageGender: { byAgeGroup, total: totals.ageGender },
    countries: { top10: allCountries.slice(0, topCount), allCountries, total: totals.countries },
    cities: {
      top10: cities.slice(0, topCount).map((city) => ({ ...city, countryCode: findCountry(city.cityName, codes) })),
      count: cities.length,
      tied: cities.slice(topCount).filter(({ value }) => value === cities[topCount - 1]?.value).length,
      total: totals.cities,
    },
    asOf: snapshots.map(({ day }) => day).toSorted()[0] ?? null,
    coverage,
    ...toExactness(isComplete(coverage) ? [] : ['instagram_hides_part']),
  };
}

interface Sum {
  key: string;
  value: number;
}

function sumCells(snapshots: readonly AudienceSnapshot[], dimension: Dimension): Sum[] {
  const sums = new Map<string, number>();
  for (const { cells } of snapshots)
    for (const [key, value] of Object.entries(cells[dimension] ?? {})) sums.set(key, (sums.get(key) ?? 0) + value);
  return [...sums].map(([key, value]) => ({ key, value }));
}

type Coverage = FollowerDemographics['coverage'];

/** Returns the share among followers in accounts with demographics; the other accounts are listed, not counted. */
function toCoverage(
  totals: Record<'ageGender' | 'countries' | 'cities', number>,
  snapshots: readonly AudienceSnapshot[],
  accountIds: readonly AccountId[],
): Coverage {
  const followers = snapshots.reduce<number | null>(
    (sum, snapshot) => (sum === null || snapshot.followers === null ? null : sum + snapshot.followers),
    0,
  );
  // Clamped, because both were counted on the same day but not at the same time.
  const ratio = (count: number) => (followers ? Math.min(1, count / followers) : null);
  const known = new Set(snapshots.map(({ accountId }) => accountId));
  return {
    followers: snapshots.length === 0 ? null : followers,
    ageGender: ratio(totals.ageGender),
    countries: ratio(totals.countries),
    cities: ratio(totals.cities),
    accountsWithout: accountIds.filter((accountId) => !known.has(accountId)),
  };
}

function isComplete({ accountsWithout, ageGender, countries, cities }: Coverage): boolean {
  return accountsWithout.length === 0 && [ageGender, countries, cities].every((ratio) => ratio === 1);
}

function toAgeRange(key: string): string {
  return key.split('|')[0] ?? '';
}

function toGender(key: string): Gender {
  const known = key.split('|')[1];
  return genders.find((gender) => gender === known) ?? 'U';
}

function total(parts: readonly { value: number }[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

function byCountDescending(one: Sum, other: Sum): number {
  return other.value - one.value || one.key.localeCompare(other.key, 'und');
}
