import type { AccountProfile, Audience, Theme } from './account-profile.ts';
import { accountProfile } from './account-profile.ts';
import { friends } from './captions/hashtags.ts';

type Row = [
  username: string,
  name: string,
  theme: Theme,
  audience: Audience,
  followers: number,
  startShare: number,
  postsPerWeek: number,
  more?: Partial<AccountProfile>,
];

/** Strangers' accounts, found only by their username: some that stay hidden, and those that posts name. */
const rows: Row[] = [
  ['nordisk.spisskammer', 'Nordisk Spisskammer', 'food', 'nordic', 71_000, 0.5, 4.5, { hidesSomeLikes: true }],
  ['sildehavn.kitchen', 'Sildehavn Kitchen', 'food', 'nordic', 39_500, 0.3, 3],
  ['the.quiet.larder', 'The Quiet Larder', 'food', 'british', 22_400, 0.7, 1.8],
  ['brod.og.smor', 'Brød & Smør', 'food', 'nordic', 58_200, 0.82, 5.5],
  ['vidda.gear', 'Vidda Gear', 'outdoor', 'nordic', 34_000, 0.4, 3.4],
  ['lantern.and.loaf', '<b>Lantern</b> & Loaf', 'food', 'american', 9_700, 0.35, 2.4, { hidesAllLikes: true }],
  ['silent.window', 'Silent Window', 'home', 'global', 4_100, 0.6, 0],
  ['annika.at.home', 'Annika', 'home', 'nordic', 480, 0.8, 0.6, { visibility: 'personal' }],
  ['closed.cellar', 'Closed Cellar', 'food', 'nordic', 2_300, 0.8, 1, { visibility: 'private' }],
  ['akevitt.house', 'Akevitt House', 'food', 'nordic', 18_800, 0.5, 2, { visibility: 'adults' }],
  ['salt.flour.time', 'Salt, Flour, Time', 'food', 'british', 31_600, 0.55, 2.8],
  ['juniper.press', 'Juniper Press', 'books', 'nordic', 12_900, 0.6, 1.5],
  ['maren.walks', 'Maren Walks', 'outdoor', 'nordic', 64_300, 0.42, 3.6],
  ['studio.halden', 'Studio Halden', 'studio', 'nordic', 17_200, 0.7, 1.2],
  ['the.quiet.kiln', 'The Quiet Kiln', 'ceramics', 'british', 24_700, 0.5, 2.2],
  ['oat.and.ember', 'Oat & Ember', 'food', 'american', 44_100, 0.36, 4],
  ['lighthouse.radio', 'Lighthouse Radio', 'music', 'global', 8_300, 0.6, 1],
  ['rua.das.flores', 'Rua das Flores', 'plants', 'iberian', 15_400, 0.65, 2.4],
  ['green.thumb.ana', 'Green Thumb Ana', 'plants', 'brazilian', 27_800, 0.4, 3],
];

const hostileBiography =
  '<img src=x onerror=alert(1)> =HYPERLINK("https://evil.example") \u202Etfel ot thgir\u202C Bread, mostly.';

export function publicAccounts(worldSeed: string): AccountProfile[] {
  return rows.map(([username, name, theme, audience, followers, startShare, postsPerWeek, more]) =>
    accountProfile(worldSeed, {
      key: `stranger-${username}`,
      owner: 'nobody',
      username,
      name,
      theme,
      audience,
      followers,
      startShare,
      postsPerWeek,
      history: 400,
      storiesPerDay: 0,
      utcOffset: 1,
      biography: name.startsWith('<') ? hostileBiography : `${name}, since 2019.`,
      ...friends.find((friend) => friend.username === username),
      website: followers > 30_000 ? `https://${username.replaceAll('.', '-')}.example` : '',
      ...more,
    }),
  );
}
