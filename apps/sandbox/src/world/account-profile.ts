import { createHash } from 'node:crypto';
import type { PersonKey } from './people.ts';
import { toSeed } from './chance.ts';

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
  /** Instagram's id: 17 digits. */
  id: string;
  pageId: string;
  /** The unscoped id in old responses (`ig_id`). */
  legacyId: string;
  seed: number;
  /** `nobody` for strangers' accounts, which cannot be connected. */
  owner: PersonKey | 'nobody';
  username: string;
  name: string;
  biography: string;
  website: string;
  theme: Theme;
  language: Language;
  audience: Audience;
  /** Approximate follower count on the world's anchor day. */
  followers: number;
  /** Share of these followers on its first day. */
  startShare: number;
  /** Days in its history before the anchor day. */
  history: number;
  postsPerWeek: number;
  storiesPerDay: number;
  /** Weights for image, carousel and reel. */
  formats: [number, number, number];
  /** UTC offset in hours where the account is based. */
  utcOffset: number;
  /** Days before the anchor on which the account became a business account; older posts have no insights. */
  converted?: number;
  hidesSomeLikes: boolean;
  hidesAllLikes: boolean;
  /** Business Discovery finds professional, public accounts without an age limit. */
  visibility: 'public' | 'personal' | 'private' | 'adults';
  hasFlaggedVideo: boolean;
  advertises: boolean;
  /** Instagram attributes part of its metrics to carousel items, IGTV, effects and `UNKNOWN`. */
  hasRareSegments: boolean;
  /** Accounts invited as collaborators, each with its share of the posts. */
  invites: { id: string; username: string; share: number }[];
  /** False: reached only through a login at Instagram itself. */
  hasPage: boolean;
  /** The page belongs to a business portfolio: without business_management its Instagram account is omitted. */
  portfolioOwned: boolean;
}

const unreported: readonly Audience[] = ['nordic', 'british', 'german', 'iberian', 'french', 'japanese'];

/** Returns false for accounts in Europe and Japan, whose stories' `replies` are always 0 (Meta, IG Media Insights). */
export function reportsStoryReplies({ audience, utcOffset }: AccountProfile): boolean {
  return audience === 'global' ? utcOffset < 0 || utcOffset > 3 : !unreported.includes(audience);
}

export function businessId({ pageId }: AccountProfile): string {
  return `9${pageId.slice(2)}`;
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
    seed: toSeed(`${worldSeed}/${given.key}`),
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
    hidesAllLikes: false,
    visibility: 'public',
    hasFlaggedVideo: false,
    advertises: false,
    hasRareSegments: false,
    hasPage: true,
    portfolioOwned: false,
    invites: [],
    ...given,
  };
}
