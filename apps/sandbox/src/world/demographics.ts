import type { AccountProfile } from './account-profile.ts';
import { factor, toSeed } from './chance.ts';
import { cities, homes } from './places.ts';

export type DemographicDimension = 'age' | 'gender' | 'age,gender' | 'country' | 'city';

export interface DemographicCell {
  values: string[];
  count: number;
}

const ages = ['13-17', '18-24', '25-34', '35-44', '45-54', '55-64', '65+'];
const ageWeights = [2, 16, 34, 24, 13, 7, 4];
const topSegments = 45;

/** Distributes `people` over the account's own mix; a `lean` (such as engaged people) shifts it slightly. */
export function demographics(
  account: AccountProfile,
  dimension: DemographicDimension,
  people: number,
  lean: string,
): DemographicCell[] {
  const weights = toWeights(account, dimension, lean);
  const all = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const known = people * 0.97;
  return weights
    .map(([values, weight]) => ({ values, count: Math.floor((known * weight) / all) }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, topSegments);
}

function toWeights(account: AccountProfile, dimension: DemographicDimension, lean: string): [string[], number][] {
  const leanSeed = lean === '' ? account.seed : toSeed(`${account.key}/${lean}`);
  const vary = (name: string) =>
    factor(account.seed, toSeed(name), 1, 0.28) * (lean === '' ? 1 : factor(leanSeed, toSeed(name), 2, 0.12));
  if (dimension === 'country') return countryWeights(account).map(([code, weight]) => [[code], weight * vary(code)]);
  if (dimension === 'city') {
    return countryWeights(account).flatMap(([code, weight]) =>
      (cities[code] ?? []).map((city, index): [string[], number] => [
        [city],
        ((weight * vary(code)) / (1 + index * 0.8)) * 0.42 * vary(city),
      ]),
    );
  }
  const women = Math.min(0.85, Math.max(0.15, womenShare[account.theme] * factor(account.seed, 5, 3, 0.1)));
  const genderWeights: [string, number][] = [
    ['F', women],
    ['M', 1 - women - 0.04],
    ['U', 0.04],
  ];
  if (dimension === 'gender')
    return genderWeights.map(([gender, weight]) => [[gender], weight * (lean === '' ? 1 : vary(gender))]);
  const ageCells = ages.map((age, index): [string, number] => [age, (ageWeights[index] ?? 0) * vary(age)]);
  if (dimension === 'age') return ageCells.map(([age, weight]) => [[age], weight]);
  return ageCells.flatMap(([age, weight]) =>
    genderWeights.map(([gender, share]): [string[], number] => [[age, gender], weight * share * vary(age + gender)]),
  );
}

const womenShare: Record<AccountProfile['theme'], number> = {
  food: 0.64,
  outdoor: 0.41,
  travel: 0.54,
  studio: 0.5,
  fitness: 0.42,
  fashion: 0.74,
  home: 0.72,
  coffee: 0.48,
  ceramics: 0.7,
  music: 0.43,
  plants: 0.66,
  books: 0.71,
};

function countryWeights(account: AccountProfile): [string, number][] {
  const home = homes[account.audience];
  const named = Object.values(home).reduce((sum, weight) => sum + weight, 0);
  const others = Object.keys(cities).filter((code) => !(code in home));
  const rest = Math.max(4, 100 - named) / others.length;
  return [...Object.entries(home), ...others.map((code): [string, number] => [code, rest])];
}
