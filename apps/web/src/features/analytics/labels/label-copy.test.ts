import type { LabelComparison } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { basisText, comparisonSentence, ratioText, ruleText } from '@tidemark/presentation';
import { clear, tooFew } from './labels.fixtures.ts';

const say = (change: Partial<LabelComparison> = {}, tested = 1) =>
  comparisonSentence({ name: 'People', metric: 'total_interactions', comparison: { ...clear, ...change }, tested });

describe('the sentence about a label', () => {
  it('says how much more labelled posts get, of how many posts and how certain that is', () => {
    expect(say()).toBe(
      'Posts labelled People get 1.3 to 1.8 times the interactions of your other posts of the same format (n = 34 and 120, p < 0.001).',
    );
  });

  it('says that no difference can be seen, although the interval may exclude chance for one label alone', () => {
    expect(say({ p: 0.02, adjustedP: 0.08 }, 4)).toBe(
      'No clear difference: posts labelled People get 1.3 to 1.8 times the interactions of your other posts of the same format (n = 34 and 120, p = 0.080, corrected for 4 labels and the choice of metric).',
    );
  });

  it('does not mention the format where formats are compared', () => {
    expect(say({ basis: { ...clear.basis, formats: 'any' } })).toContain('of your other posts (n');
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
])('writes an interval from %f to %f so that both ends differ from 1 and from each other', (low, high, text) => {
  expect(ratioText({ low, high })).toBe(text);
});

it('says what was compared', () => {
  expect(basisText(clear)).toBe(
    'Compared with posts of the same account and format, from the same 4 weeks. Lifetime totals of posts at least seven days old; 95% interval, rank test.',
  );
  expect(basisText({ ...clear, leftOut: 1, basis: { formats: 'any', days: null, age: 'seven_days' } })).toBe(
    'Compared with posts of the same account. Totals seven days after publishing; 95% interval, rank test. 1 labelled post excluded: no similar posts to compare with.',
  );
});

it('describes a rule', () => {
  expect(ruleText({ formats: ['reel', 'carousel'], weekdays: [6, 0], hashtag: 'coffee', caption: 'sale' })).toBe(
    'Reels or Carousels, on Saturdays or Sundays, with #coffee, with “sale” in the caption',
  );
  expect(ruleText({ hashtag: 'coffee' })).toBe('Posts, with #coffee');
});
