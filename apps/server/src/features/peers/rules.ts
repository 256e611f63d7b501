import { createHash } from 'node:crypto';
import { addDays, dayMillis } from '@tidemark/contract';

const reserved = new Set(['about', 'accounts', 'direct', 'explore', 'p', 'reel', 'reels', 'stories', 'tv', 'web']);

/** A username from what users paste: `@name`, `name` or the address of a profile; null if it is none. */
export function toUsername(given: string): string | null {
  const text = given.normalize('NFKC').trim().toLowerCase();
  const address = /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/([^/?#]+)\/?(?:[?#].*)?$/.exec(text);
  const username = address ? (address[1] ?? '') : text.replace(/^@/, '');
  if (!/^[a-z0-9._]{1,30}$/.test(username) || reserved.has(username)) return null;
  return username.startsWith('.') || username.endsWith('.') || username.includes('..') ? null : username;
}

/** How long a claim lasts: longer than a request may take. */
export const claimMillis = 10 * 60_000;
export const maxAttempts = 4;
const retryMinutes = 15;
const loginRetryMillis = 60 * 60_000;
/** Accounts that stay unavailable are asked for once a week. */
const rarelyAfterMillis = 14 * dayMillis;

/**
 * When a peer is fetched next: at its own time of day, so that requests spread, and on another day than `today`, so that
 * each day has one.
 */
export function toNextFetch(peerId: string, { now, dayOf }: { now: Date; dayOf: (instant: Date) => string }): Date {
  const [first = 0, second = 0] = createHash('sha256').update(peerId).digest();
  const offset = ((first * 256 + second) / 65_536) * dayMillis;
  let next = Math.floor(now.getTime() / dayMillis) * dayMillis + offset;
  while (next <= now.getTime() || dayOf(new Date(next)) <= dayOf(now)) next += dayMillis;
  return new Date(next);
}

/** After a failure that may pass: 15 minutes, doubling; after four attempts on the next day. */
export function toRetry(attempts: number, now: Date): Date | null {
  return attempts >= maxAttempts ? null : new Date(now.getTime() + retryMinutes * 60_000 * 2 ** (attempts - 1));
}

export function toLoginRetry(now: Date): Date {
  return new Date(now.getTime() + loginRetryMillis);
}

export function isAskedRarely(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() > rarelyAfterMillis;
}

export const historyDays = 730;
export const postDays = 180;
/** Days of a follower history that are shown. */
export const shownDays = 100;

export function firstShownDay(today: string): string {
  return addDays(today, -shownDays);
}
