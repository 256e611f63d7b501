import type { AccountProfile } from './account-profile.ts';
import { accountProfile } from './account-profile.ts';

/** Theo's accounts without a Facebook page: one to connect, and two that Instagram lets no application read. */
export function pagelessAccounts(worldSeed: string): AccountProfile[] {
  const account = (given: Omit<Parameters<typeof accountProfile>[1], 'owner' | 'hasPage' | 'audience'>) =>
    accountProfile(worldSeed, { ...given, owner: 'theo', hasPage: false, audience: 'british' });
  return [
    account({
      key: 'theo-prints',
      username: 'okafor.prints',
      name: 'Okafor Prints',
      theme: 'studio',
      biography: 'Linocuts from the back of the roastery.',
      followers: 3_400,
      history: 190,
      postsPerWeek: 2.2,
      storiesPerDay: 1.4,
      advertises: true,
    }),
    account({
      key: 'theo-offduty',
      username: 'theo.off.duty',
      name: 'Theo',
      theme: 'travel',
      followers: 310,
      history: 120,
      postsPerWeek: 0.6,
      storiesPerDay: 0,
      visibility: 'personal',
    }),
    account({
      key: 'theo-afterdark',
      username: 'okafor.after.dark',
      name: 'Okafor After Dark',
      theme: 'coffee',
      followers: 5_100,
      history: 160,
      postsPerWeek: 2,
      storiesPerDay: 0,
      visibility: 'adults',
    }),
  ];
}
