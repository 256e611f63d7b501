import type { LabelComparison, LabelMetric } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { basisText, comparisonSentence, ratioText, ruleText } from '@tidemark/presentation';
import { clear, tooFew } from './labels.fixtures.ts';

const say = (change: Partial<LabelComparison> = {}, metric: LabelMetric = 'total_interactions') =>
  comparisonSentence({ name: 'People', metric, comparison: { ...clear, ...change } });

describe('label sentence', () => {
  it('names the difference in percent and the number of posts', () => {
    expect(say()).toBe(
      'Posts labelled People get 31% to 79% more interactions than similar posts (34 against 120 posts).',
    );
    expect(say({ ratio: { value: 0.7, low: 0.6, high: 0.8 } })).toContain('get 20% to 40% fewer interactions than');
    expect(say({ ratio: { value: 2, low: 1.5, high: 2.5 } }, 'engagement_rate')).toContain(
      'have an engagement rate 50% to 150% higher than similar posts',
    );
  });

  it('names both directions without a clear difference', () => {
    expect(say({ ratio: { value: 1, low: 0.8, high: 1.3 }, p: 0.3, adjustedP: 0.6 })).toBe(
      'No clear difference: posts labelled People get between 20% fewer and 30% more interactions than similar posts (34 against 120 posts).',
    );
  });

  it('says what is missing', () => {
    expect(say(tooFew)).toBe('Not enough posts yet (2 of 5). Posts count once they are 7 days old.');
    expect(say({ ...tooFew, leftOut: 7 })).toContain('7 labelled posts have no similar post without the label.');
    expect(say({ ...tooFew, labelled: { posts: 9, spread: null } })).toBe(
      'Not enough other posts to compare with (3 of 5).',
    );
  });
});

it.each([
  [1.31, 1.84, '1.3 to 1.8'],
  [1.02, 1.34, '1.02 to 1.34'],
  [0.96, 1.04, '0.96 to 1.04'],
  [1.21, 1.24, '1.21 to 1.24'],
])('keeps both ends of the interval from %f to %f different from 1 and from each other', (low, high, text) => {
  expect(ratioText({ low, high })).toBe(text);
});

it('says what was compared', () => {
  expect(basisText(clear, 1)).toBe(
    'Compared with posts of the same account and format, from the same 4 weeks. Lifetime totals of posts at least seven days old; 95% interval, rank test (p < 0.001).',
  );
  expect(basisText({ ...clear, leftOut: 1, basis: { formats: 'any', days: null, age: 'seven_days' } }, 1)).toBe(
    'Compared with posts of the same account. Totals seven days after publishing; 95% interval, rank test (p < 0.001). 1 labelled post excluded: no similar posts to compare with.',
  );
});

it('describes a rule', () => {
  expect(ruleText({ formats: ['reel', 'carousel'], weekdays: [6, 0], hashtag: 'coffee', caption: 'sale' })).toBe(
    'Reels or Carousels, on Saturdays or Sundays, with #coffee, with “sale” in the caption',
  );
  expect(ruleText({ hashtag: 'coffee' })).toBe('Posts, with #coffee');
});
