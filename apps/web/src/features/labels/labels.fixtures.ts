import type { LabelComparison, PostLabel } from '@tidemark/contract';

export const people: PostLabel = {
  id: '0b0e8a5e-6a55-4d6e-9d1c-0d5f3f3f5a01',
  name: 'People',
  color: 'indigo',
  rule: null,
  test: null,
  createdAt: '2026-11-01T10:00:00.000Z',
};
export const weekend: PostLabel = {
  ...people,
  id: '0b0e8a5e-6a55-4d6e-9d1c-0d5f3f3f5a02',
  name: 'Weekend',
  color: 'red',
  rule: { weekdays: [6, 0] },
};

export const clear: LabelComparison = {
  labelled: { posts: 34, spread: { low: 300, median: 420, high: 700 } },
  others: { posts: 120, spread: { low: 200, median: 280, high: 500 } },
  leftOut: 0,
  basis: { formats: 'same', days: 28, age: 'lifetime' },
  ratio: { value: 1.5, low: 1.31, high: 1.79 },
  p: 0.0001,
  adjustedP: 0.0001,
};
export const tooFew: LabelComparison = {
  ...clear,
  labelled: { posts: 2, spread: null },
  others: { posts: 3, spread: null },
  ratio: null,
  p: null,
  adjustedP: null,
};
