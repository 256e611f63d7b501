import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a given text with a secret one in a time that says nothing about either. */
export function isSameText(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
