import { shortCaption, watchTime } from '@tidemark/presentation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { marked, rateTone, viralityBarWidth, webAddress } from './post-format.ts';

it('cuts long captions to 97 characters and three dots', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (caption) => {
      expect(Array.from(shortCaption(caption)).length).toBeLessThanOrEqual(100);
    }),
  );
  expect(shortCaption('a'.repeat(100))).toBe('a'.repeat(100));
  expect(shortCaption('a'.repeat(101))).toBe(`${'a'.repeat(97)}...`);
  expect(shortCaption('  ')).toBe('Untitled Post');
});

it('lists hashtags and names once, with one prefix', () => {
  expect(marked('#', [' #Sea', 'sea', '##tide', '', '@'])).toEqual(['#Sea', '#tide']);
  expect(marked('@', ['@maya', 'Maya', 'theo'])).toEqual(['@maya', '@theo']);
});

it("scales the virality bar to the page's maximum, with at least 5 percent", () => {
  expect(viralityBarWidth(20, 40)).toBe(50);
  expect(viralityBarWidth(0, 40)).toBe(5);
  expect(viralityBarWidth(0, 0)).toBe(5);
});

it('formats watch time in minutes and seconds', () => {
  expect(watchTime(6_400)).toBe('0m 6s');
  expect(watchTime(75_000)).toBe('1m 15s');
});

it('accepts only http(s) URLs as links', () => {
  expect(webAddress('https://www.instagram.com/p/x/')).not.toBeNull();
  expect(webAddress('/api/v1/media/1/thumbnail')).not.toBeNull();
  expect(webAddress('javascript:alert(1)')).toBeNull();
  expect(webAddress('//elsewhere.test')).toBeNull();
});

it('colours an engagement rate green from zero, amber down to minus one, red below', () => {
  expect([4, 0, -0.5, -1, -1.1].map(rateTone)).toEqual(['good', 'good', 'fair', 'fair', 'poor']);
});
