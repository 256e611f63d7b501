import type { FollowerDemographics, Gender } from '@tidemark/contract';

export interface Share {
  key: string;
  name: string;
  percent: number;
}

/** Two decimals of percent; of the sum of the parts where no total is told. */
export function shareOf(value: number, total: number, parts: readonly { value: number }[] = []): number {
  const whole = total > 0 ? total : parts.reduce((sum, part) => sum + part.value, 0);
  return whole > 0 ? Math.round((value / whole) * 10_000) / 100 : 0;
}

export function hasDemographics({ ageGender, countries, cities }: FollowerDemographics): boolean {
  return ageGender.total > 0 || countries.allCountries.length > 0 || cities.top10.length > 0;
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The English name of a country code; the code itself where there is none. */
export function countryName(code: string): string {
  try {
    return regionNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const shownPlaces = 10;

/** Countries with a code, the largest first. */
export function countryShares({ countries }: FollowerDemographics): Share[] {
  const named = countries.allCountries.filter(({ countryCode }) => countryCode.trim() !== '');
  return named
    .map(({ countryCode, value }) => ({
      key: countryCode,
      name: countryName(countryCode),
      percent: shareOf(value, countries.total, named),
    }))
    .toSorted((one, other) => other.percent - one.percent);
}

/** The largest cities: 'São Paulo' of 'São Paulo, São Paulo (state)'. */
export function cityShares({ cities }: FollowerDemographics): Share[] {
  const named = cities.top10.filter(({ cityName }) => cityName.trim() !== '');
  return named
    .map(({ cityName, value }) => ({
      key: cityName,
      name: cityName,
      percent: shareOf(value, cities.total, named),
    }))
    .toSorted((one, other) => other.percent - one.percent)
    .slice(0, shownPlaces);
}

export function topOf(shares: readonly Share[]): Share[] {
  return shares.slice(0, shownPlaces);
}

export const genderNames: Record<Gender, string> = { M: 'Male', F: 'Female', U: 'Other' };

export function genderShares({ ageGender }: FollowerDemographics): Share[] {
  const sums = (['F', 'M', 'U'] as const).map((gender) => ({ gender, value: sumOfGender(ageGender, gender) }));
  return sums
    .map(({ gender, value }) => ({
      key: gender,
      name: genderNames[gender],
      percent: shareOf(value, ageGender.total, sums),
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
  /** Percent of the age group. */
  male: number;
  female: number;
  unknown: number;
  /** Percent of all. */
  ofAll: { male: number; female: number; unknown: number };
}

/** Age groups in their order, youngest first. */
export function ageShares({ ageGender: { byAgeGroup, total } }: FollowerDemographics): AgeShare[] {
  return byAgeGroup.map(({ ageGroup, genderDist, value }) => {
    const of = (gender: Gender) => genderDist.find((part) => part.gender === gender)?.value ?? 0;
    const parts = { male: of('M'), female: of('F'), unknown: of('U') };
    const within = (whole: number, all: readonly { value: number }[]) => ({
      male: shareOf(parts.male, whole, all),
      female: shareOf(parts.female, whole, all),
      unknown: shareOf(parts.unknown, whole, all),
    });
    return {
      key: ageGroup,
      name: ageGroup,
      percent: shareOf(value, total, byAgeGroup),
      ...within(value, genderDist),
      ofAll: within(total, byAgeGroup),
    };
  });
}
