import { addDays, dayMillis } from '@tidemark/contract';
import { backoff } from '../../platform/backoff.ts';

const reserved = new Set(['about', 'accounts', 'direct', 'explore', 'p', 'reel', 'reels', 'stories', 'tv', 'web']);

/** Extracts a username from pasted text: `@name`, `name` or a profile's URL; null if it is none. */
export function toUsername(given: string): string | null {
  const text = given.normalize('NFKC').trim().toLowerCase();
  const address = /^(?:https?:\/\/)?(?:www\.|m\.)?instagram\.com\/([^/?#]+)\/?(?:[?#].*)?$/.exec(text);
  const username = address ? (address[1] ?? '') : text.replace(/^@/, '');
  if (!/^[a-z0-9._]{1,30}$/.test(username) || reserved.has(username)) return null;
  return username.startsWith('.') || username.endsWith('.') || username.includes('..') ? null : username;
}

/** A claim's duration: longer than a request may take. */
export const claimMillis = 10 * 60_000;
export const maxAttempts = 4;
const retryMillis = 15 * 60_000;
const loginRetryMillis = 60 * 60_000;
/** Accounts that stay unavailable are fetched once a week. */
const rarelyAfterMillis = 14 * dayMillis;

/** No day is shorter: clocks in most zones change by one hour. */
const spreadMillis = 23 * 60 * 60_000;

/**
 * Returns when a peer is fetched on a day that starts then: always at its own time, so that requests spread over the
 * day.
 */
export function toFetchTime(peerId: string, startOfDay: Date): Date {
  // The ID is random.
  const share = Number.parseInt(peerId.slice(0, 8), 16) / 2 ** 32;
  return new Date(startOfDay.getTime() + Math.floor(share * spreadMillis));
}

/** Returns the retry after a transient failure: 15 minutes, doubling; null after four attempts, for the next day. */
export function toRetry(attempts: number, now: Date): Date | null {
  return attempts >= maxAttempts ? null : new Date(now.getTime() + backoff(attempts, { first: retryMillis }));
}

export function toLoginRetry(now: Date): Date {
  return new Date(now.getTime() + loginRetryMillis);
}

export function isAskedRarely(since: Date | null, now: Date): boolean {
  return since !== null && now.getTime() - since.getTime() > rarelyAfterMillis;
}

export const historyDays = 730;
export const postDays = 180;
/** Days shown in a follower history. */
export const shownDays = 100;

export function firstShownDay(today: string): string {
  return addDays(today, -shownDays);
}
