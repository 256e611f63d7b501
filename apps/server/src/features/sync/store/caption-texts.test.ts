import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strangeCaptions } from '../../../../test/strange-input.ts';
import { toStorable } from '../../../platform/storable-text.ts';
import { toCaptionTexts } from './caption-texts.ts';

it.each(strangeCaptions)('finds hashtags and mentions in $text', ({ text, hashtags = [], mentions = [] }) => {
  expect(toCaptionTexts(toStorable(text))).toMatchObject({ hashtags, mentions });
});

it('finds each tag once regardless of case and script, and ignores # inside words', () => {
  const { hashtags } = toCaptionTexts('#Kaffe with #kaffe and #كيك, mail me a#b');

  expect(hashtags).toEqual(['#Kaffe', '#كيك']);
  expect(toCaptionTexts('')).toMatchObject({ hashtags: [], mentions: [] });
});

it('finds adjacent tags like tags separated by spaces', () => {
  const word = fc.stringMatching(/^[a-zäß東京क][a-z0-9_ü東]{0,8}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 8, selector: (text) => text.toLowerCase() }), (words) => {
      const tags = words.map((text) => `#${text}`);

      const adjacent = toCaptionTexts(tags.join(''));

      expect(adjacent.hashtags).toEqual(toCaptionTexts(tags.join(' ')).hashtags);
    }),
  );
});

it('derives the same tags from composed and decomposed letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const composed = toCaptionTexts(`#${text.normalize('NFC')} @x`);

      expect(toCaptionTexts(`#${text.normalize('NFD')} @x`)).toEqual(composed);
    }),
  );
});
