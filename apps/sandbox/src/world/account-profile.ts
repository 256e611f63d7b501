import { createHash } from 'node:crypto';
import type { PersonKey } from './people.ts';
import { seedOf } from './chance.ts';

export type Theme =
  | 'food'
  | 'outdoor'
  | 'travel'
  | 'studio'
  | 'fitness'
  | 'fashion'
  | 'home'
  | 'coffee'
  | 'ceramics'
  | 'music'
  | 'plants'
  | 'books';

export type Language = 'en' | 'sv' | 'de' | 'pt' | 'es' | 'ja' | 'ar' | 'fr';

export type Audience =
  | 'nordic'
  | 'american'
  | 'british'
  | 'german'
  | 'iberian'
  | 'brazilian'
  | 'french'
  | 'japanese'
  | 'gulf'
  | 'oceanian'
  | 'global';

export interface AccountProfile {
  key: string;
  /** The id Instagram gives: 17 digits. */
  id: string;
  pageId: string;
  /** The unscoped id of old answers (`ig_id`). */
  legacyId: string;
  seed: number;
  owner: PersonKey;
  username: string;
  name: string;
  biography: string;
  website: string;
  theme: Theme;
  language: Language;
  audience: Audience;
  /** About how many followers it has on the world's anchor day. */
  followers: number;
  /** The share of those it already had on its first day. */
  startShare: number;
  /** Days of history before the anchor day. */
  history: number;
  postsPerWeek: number;
  storiesPerDay: number;
  /** Weights of image, carousel and reel. */
  formats: [number, number, number];
  /** Hours east of Greenwich at which it lives and posts. */
  utcOffset: number;
  /** Days before the anchor on which a personal account became a business account: nothing older has insights. */
  converted?: number;
  hidesSomeLikes: boolean;
  hasFlaggedVideo: boolean;
  advertises: boolean;
  /** The page belongs to a business portfolio: without business_management its Instagram account is left out. */
  portfolioOwned: boolean;
}

type Given = Pick<AccountProfile, 'key' | 'owner' | 'username' | 'name' | 'theme' | 'followers' | 'history'> &
  Partial<AccountProfile>;

export function accountProfile(worldSeed: string, given: Given): AccountProfile {
  const digits = (purpose: string, length: number) => {
    const digest = createHash('sha256').update(`${purpose}:${given.key}`).digest('hex');
    return BigInt(`0x${digest.slice(0, 24)}`)
      .toString()
      .slice(-length)
      .padStart(length, '4');
  };
  return {
    id: `1784140${digits('instagram', 10)}`,
    pageId: `10${digits('page', 13)}`,
    legacyId: `5${digits('legacy', 9)}`,
    seed: seedOf(`${worldSeed}/${given.key}`),
    biography: '',
    website: '',
    language: 'en',
    audience: 'global',
    startShare: 0.55,
    postsPerWeek: 3,
    storiesPerDay: 3,
    formats: [40, 30, 30],
    utcOffset: 0,
    hidesSomeLikes: false,
    hasFlaggedVideo: false,
    advertises: false,
    portfolioOwned: false,
    ...given,
  };
}
