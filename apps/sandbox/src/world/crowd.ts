import type { AccountProfile, Audience, Theme } from './account-profile.ts';
import { accountProfile } from './account-profile.ts';
import type { PersonKey } from './people.ts';

/** One person's many small accounts, for benchmarks; young, so that their first sync is cheap. */
export interface Crowd {
  owner: PersonKey;
  accounts: number;
  /** Days in each account's history; from a few days to three weeks by default. */
  days?: number | undefined;
  followers?: number | undefined;
  postsPerWeek?: number | undefined;
  storiesPerDay?: number | undefined;
}

const themes: Theme[] = [
  'food',
  'outdoor',
  'travel',
  'studio',
  'fitness',
  'fashion',
  'home',
  'coffee',
  'music',
  'books',
];
const audiences: Audience[] = ['nordic', 'american', 'british', 'german', 'iberian', 'global'];
const minDays = 5;
const daysMore = 16;

export function crowdAccounts(worldSeed: string, { owner, accounts, days, ...activity }: Crowd): AccountProfile[] {
  return Array.from({ length: accounts }, (_, index) =>
    accountProfile(worldSeed, {
      key: `crowd-${owner}-${index}`,
      owner,
      username: `crowd.${owner}.${index + 1}`,
      name: `Number ${index + 1}`,
      theme: themes[index % themes.length] ?? 'food',
      audience: audiences[index % audiences.length] ?? 'global',
      followers: activity.followers ?? 120 + ((index * 37) % 900),
      history: days ?? minDays + (index % daysMore),
      postsPerWeek: activity.postsPerWeek ?? 2 + (index % 4),
      storiesPerDay: activity.storiesPerDay ?? index % 3,
      utcOffset: (index % 25) - 11,
    }),
  );
}
