import type { FollowerDemographics, Gender } from '@tidemark/contract';

export interface Share {
  key: string;
  name: string;
  percent: number;
}

export interface CityShare extends Share {
  /** Null if ambiguous. */
  countryCode: string | null;
}

/** Returns a percentage with two decimals, based on the sum of the parts if no total is reported. */
export function toShare(value: number, total: number, parts: readonly { value: number }[] = []): number {
  const whole = total > 0 ? total : parts.reduce((sum, part) => sum + part.value, 0);
  return whole > 0 ? Math.round((value / whole) * 10_000) / 100 : 0;
}

export function hasDemographics({ ageGender, countries, cities }: FollowerDemographics): boolean {
  return ageGender.total > 0 || countries.allCountries.length > 0 || cities.top10.length > 0;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** Returns a country's English name, or else its code. */
export function countryName(code: string): string {
  try {
    return regionNames.of(code) ?? code;
  } catch {
    return code;
  }
}

export const shownPlaces = 10;

/** Lists countries with a code, largest first. */
export function countryShares({ countries }: FollowerDemographics): Share[] {
  const named = countries.allCountries.filter(({ countryCode }) => countryCode.trim() !== '');
  return named
    .map(({ countryCode, value }) => ({
      key: countryCode,
      name: countryName(countryCode),
      percent: toShare(value, countries.total, named),
    }))
    .toSorted((one, other) => other.percent - one.percent);
}

/** Omits a region named like its city: 'Oslo' for 'Oslo, Oslo', 'São Paulo' for 'São Paulo, São Paulo (state)'. */
export function cityLabel(cityName: string): string {
  const [city = '', region, ...rest] = cityName.split(',').map((part) => part.trim());
  if (region === undefined || rest.length > 0) return cityName.trim();
  const isSame = region.replace(/\s*\(.*\)$/, '').toLowerCase() === city.toLowerCase();
  return isSame ? city : cityName.trim();
}

/** Lists cities, largest first. */
export function cityShares({ cities }: FollowerDemographics): CityShare[] {
  const named = cities.top10.filter(({ cityName }) => cityName.trim() !== '');
  return named
    .map(({ cityName, value, countryCode }) => ({
      key: cityName,
      name: cityLabel(cityName),
      countryCode,
      percent: toShare(value, cities.total, named),
    }))
    .toSorted((one, other) => other.percent - one.percent)
    .slice(0, shownPlaces);
}

export function takeTop(shares: readonly Share[]): Share[] {
  return shares.slice(0, shownPlaces);
}

export const genderNames: Record<Gender, string> = { M: 'Male', F: 'Female', U: 'Other' };

export function genderShares({ ageGender }: FollowerDemographics): Share[] {
  const sums = (['F', 'M', 'U'] as const).map((gender) => ({ gender, value: sumOfGender(ageGender, gender) }));
  return sums
    .map(({ gender, value }) => ({
      key: gender,
      name: genderNames[gender],
      percent: toShare(value, ageGender.total, sums),
    }))
    .toSorted((one, other) => other.percent - one.percent);
}

function sumOfGender({ byAgeGroup }: FollowerDemographics['ageGender'], gender: Gender): number {
  return byAgeGroup.reduce(
    (sum, { genderDist }) => sum + (genderDist.find((part) => part.gender === gender)?.value ?? 0),
    0,
  );
}

export interface AgeShare extends Share {
  /** Percentage of the age group. */
  male: number;
  female: number;
  unknown: number;
  /** Percentage of all followers. */
  ofAll: { male: number; female: number; unknown: number };
}

/** Lists age groups, youngest first. */
export function ageShares({ ageGender: { byAgeGroup, total } }: FollowerDemographics): AgeShare[] {
  return byAgeGroup.map(({ ageGroup, genderDist, value }) => {
    const of = (gender: Gender) => genderDist.find((part) => part.gender === gender)?.value ?? 0;
    const parts = { male: of('M'), female: of('F'), unknown: of('U') };
    const within = (whole: number, all: readonly { value: number }[]) => ({
      male: toShare(parts.male, whole, all),
      female: toShare(parts.female, whole, all),
      unknown: toShare(parts.unknown, whole, all),
    });
    return {
      key: ageGroup,
      name: ageGroup,
      percent: toShare(value, total, byAgeGroup),
      ...within(value, genderDist),
      ofAll: within(total, byAgeGroup),
    };
  });
}
