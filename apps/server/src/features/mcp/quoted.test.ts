import { expect, it } from 'vitest';
import { quote } from './quoted.ts';

it('shortens a text without splitting a character', () => {
  expect(quote('🥬🥬🥬🥬', 3)).toBe('🥬🥬…');
  expect(quote('leek', 4)).toBe('leek');
});

it('puts a text on one line', () => {
  expect(quote('  one\r\n\ttwo\u2028three  ')).toBe('one two three');
});

it('removes invisible characters', () => {
  expect(quote('a\u202eb\u200bc\u0000d\ufeffe\u{e0041}')).toBe('a b c d e');
});
