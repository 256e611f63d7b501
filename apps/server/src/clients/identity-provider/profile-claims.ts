import { cutText, oneLine, visible } from '@tidemark/contract';
import { z } from 'zod';

const maxNameLength = 200;
const maxEmailLength = 254; // RFC 5321, 4.5.3.1.3
const maxPictureLength = 2_048;
const maxSubjectLength = 255; // OpenID Connect Core, 2

// Control characters, including those that change the text direction.
const unsafe = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the provider's name as one line of well-formed text; undefined when nothing visible is left. */
function toDisplayName(given: string): string | undefined {
  const text = given.toWellFormed().replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ').trim();
  const name = cutText(text, { maxCharacters: maxNameLength }).trim();
  return visible.test(name) ? name : undefined;
}

export const DisplayName = z.string().transform(toDisplayName).optional().catch(undefined);

/** An address with unusual characters is dropped, not cleaned: a cleaned one could belong to someone else. */
export const Email = z.string().max(maxEmailLength).regex(oneLine).regex(/^\S+$/).optional().catch(undefined);

export const Picture = z
  .url({ protocol: /^https?$/ })
  .max(maxPictureLength)
  .regex(oneLine)
  .optional()
  .catch(undefined);

/** Rejects subjects that the database could store as equal: they must not become one user. */
export function isSubject(subject: string): boolean {
  return subject.length <= maxSubjectLength && oneLine.test(subject);
}
