import { z } from 'zod';
import { countCharacters } from './characters.ts';

/** Characters made of many parts are rare: this many times the limit is beyond any text that people write. */
const unitsPerCharacter = 12;

/**
 * Returns a schema for text that people enter: trimmed, in composed letters, and counted as people count characters.
 */
export function enteredText(maxCharacters: number) {
  return countedText(maxCharacters).trim().normalize();
}

/** Returns a schema for text that is compared as it is, such as a passcode; counts characters the same way. */
export function countedText(maxCharacters: number, minCharacters = 0) {
  return z
    .string()
    .max(maxCharacters * unitsPerCharacter)
    .refine((text) => countCharacters(text.trim()) >= minCharacters, `must have at least ${minCharacters} characters`)
    .refine((text) => countCharacters(text.trim()) <= maxCharacters, `must have at most ${maxCharacters} characters`)
    .describe(`At most ${maxCharacters} characters, as people count them`);
}
