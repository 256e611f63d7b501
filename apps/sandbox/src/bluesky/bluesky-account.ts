import { createHash } from 'node:crypto';
import type { AccountProfile } from '../world/account-profile.ts';
import { chance } from '../world/chance.ts';
import type { MediaItem } from '../world/media-item.ts';
import { writeCaption } from '../world/captions/caption.ts';

const hour = 3_600_000;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
/** Shares of a post's interactions at Instagram that it has at Bluesky, and their largest number. */
const shares = { likes: 0.03, replies: 0.12, quotes: 0.02, reposts: 0.12 };
const maxCount = 250;

export type Interaction = keyof typeof shares;

/** Returns 24 or 13 letters, as identifiers and record keys have them. */
function toLetters(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest();
  return Array.from(digest.subarray(0, length), (byte) => letters[byte % 32]).join('');
}

export const toDid = (key: string) => `did:plc:${toLetters(`bluesky:${key}`, 24)}`;

/** Returns the handle with which an account starts: its username at Instagram, below a domain that cannot exist. */
export const toFirstHandle = ({ username }: AccountProfile) => `${username.replaceAll(/[._]/g, '-')}.test`;

export const toFollowers = (followers: number) => Math.floor(followers * 0.04);

export interface BlueskyPost {
  rkey: string;
  text: string;
  at: number;
  media: MediaItem;
}

export function toPost(media: MediaItem): BlueskyPost {
  return {
    rkey: `3${toLetters(`post:${media.id}`, 12)}`,
    text: writeCaption(media)?.slice(0, 300) ?? '',
    at: media.publishedAt,
    media,
  };
}

/** Returns when people interacted with a post until an instant, oldest first: fast at first, and ever more slowly. */
export function listTimes({ media }: BlueskyPost, kind: Interaction, now: number): number[] {
  const source = { likes: media.finals.likes, replies: media.finals.comments, quotes: media.finals.shares };
  const total = kind === 'reposts' ? media.finals.reposts : source[kind];
  const count = Math.min(maxCount, Math.floor(total * shares[kind]));
  const channel = 500 + Object.keys(shares).indexOf(kind);
  const place = (media.day * 100 + media.slot) * (maxCount + 1);
  return Array.from({ length: count }, (_, index) => {
    const late = chance(media.account.seed, place + index, channel);
    return media.publishedAt + 60_000 + Math.floor(late ** 4 * 30 * 24 * hour);
  })
    .filter((time) => time <= now)
    .toSorted((one, other) => one - other);
}
