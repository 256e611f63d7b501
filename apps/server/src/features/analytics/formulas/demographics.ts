import { ageGroups, type FollowerDemographics, type Gender, genders } from '@tidemark/contract';

export interface DemographicSum {
  dimension: 'age_gender' | 'country' | 'city';
  /** `25-34|F`, `NO`, `Oslo, Oslo`. */
  key: string;
  value: number;
}

const topCount = 10;

/** Shapes the sums of all accounts. What has no code or name, and ages that nobody knows, are dropped. */
export function toFollowerDemographics(sums: readonly DemographicSum[], asOf: string | null): FollowerDemographics {
  const of = (dimension: DemographicSum['dimension']) =>
    sums.filter((sum) => sum.dimension === dimension && sum.key.trim() !== '' && sum.value > 0).toSorted(largestFirst);
  const ages = of('age_gender');
  const byAgeGroup = ageGroups.map((ageGroup) => {
    const genderDist = genders.map((gender) => ({
      gender,
      value: total(ages.filter(({ key }) => ageOf(key) === ageGroup && genderOf(key) === gender)),
    }));
    return { ageGroup, genderDist, value: total(genderDist) };
  });
  const allCountries = of('country').map(({ key, value }) => ({ countryCode: key.trim().toUpperCase(), value }));
  const cities = of('city').map(({ key, value }) => ({ cityName: key.trim(), value }));
  return {
    ageGender: { byAgeGroup, total: total(byAgeGroup) },
    countries: { top10: allCountries.slice(0, topCount), allCountries, total: total(allCountries) },
    cities: { top10: cities.slice(0, topCount), total: total(cities) },
    asOf,
  };
}

function ageOf(key: string): string {
  return key.split('|')[0] ?? '';
}

function genderOf(key: string): Gender {
  const known = key.split('|')[1];
  return genders.find((gender) => gender === known) ?? 'U';
}

function total(parts: readonly { value: number }[]): number {
  return parts.reduce((sum, { value }) => sum + value, 0);
}

function largestFirst(one: DemographicSum, other: DemographicSum): number {
  return other.value - one.value || one.key.localeCompare(other.key, 'und');
}
