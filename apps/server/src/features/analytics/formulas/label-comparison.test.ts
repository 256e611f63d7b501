import { dayMillis, minPostsWithLabel } from '@tidemark/contract';
import { describe, expect, it } from 'vitest';
import { compareByLabel, compareGroups, type ComparedPost } from './label-comparison.ts';
import { makeCampaignWorld, makeLabelledWorld } from './label-comparison.fixtures.ts';
import { countIndependent } from './independent-metrics.ts';

const post = (change: Partial<ComparedPost>): ComparedPost => ({
  accountId: 'A',
  format: 'static',
  publishedAt: new Date('2026-03-02'),
  lifetime: 100,
  atSevenDays: null,
  labelIds: [],
  ...change,
});
const repeat = (count: number, change: (index: number) => Partial<ComparedPost>) =>
  Array.from({ length: count }, (_, index) => post(change(index)));
const people = { labelIds: ['people'] };
const question = { metric: 'total_interactions', isAboutFormats: false } as const;
const compare = (posts: readonly ComparedPost[], change: Partial<Parameters<typeof compareGroups>[2]> = {}) =>
  compareGroups(posts, ({ labelIds }) => labelIds.includes('people'), { ...question, ...change });

describe('labelled posts and other posts', () => {
  it('are compared by median, quartiles and ratio', () => {
    const comparison = compare([
      ...repeat(11, (index) => ({ ...people, lifetime: 2 * (99 + index) + 1 })),
      ...repeat(11, (index) => ({ lifetime: 99 + index })),
    ]);

    expect(comparison.labelled).toEqual({ posts: 11, spread: { low: 203.5, median: 209, high: 214.5 } });
    expect(comparison.others).toMatchObject({ posts: 11, spread: { median: 104 } });
    expect(comparison.ratio?.value).toBeCloseTo(2, 1);
    expect(comparison.p).toBeLessThan(0.001);
  });

  it('are not compared if either group has too few posts', () => {
    const few = compare([
      ...repeat(minPostsWithLabel - 1, () => people),
      ...repeat(20, (index) => ({ lifetime: index })),
    ]);

    expect(few).toMatchObject({ labelled: { posts: 4, spread: null }, others: { posts: 20 }, ratio: null, p: null });
  });

  it("share format and account, so that neither looks like the label's effect", () => {
    const posts = [
      ...repeat(10, (index) => ({ ...people, format: 'reel', lifetime: 1_000 + index })),
      ...repeat(10, (index) => ({ format: 'reel', lifetime: 1_000 + index })),
      ...repeat(6, (index) => ({ ...people, lifetime: 10 + index })),
      ...repeat(60, (index) => ({ lifetime: 10 + (index % 6) })),
      ...repeat(30, (index) => ({ accountId: 'B', lifetime: 90_000 + index })),
    ];

    const { ratio, others, labelled } = compare(posts);

    expect(ratio?.value).toBeCloseTo(1, 6);
    expect(labelled.spread).toMatchObject({ median: 1_001.5 });
    // As many reels as among the labelled posts, and no posts by the other account.
    expect(others).toMatchObject({ posts: 70, spread: { high: expect.closeTo(1_005.5, 5) } });
  });

  it('may have any format if the label is about formats', () => {
    const posts = [
      ...repeat(8, (index) => ({ ...people, format: 'reel', lifetime: 300 + index })),
      ...repeat(8, (index) => ({ lifetime: 100 + index })),
      ...repeat(8, (index) => ({ format: 'story', lifetime: index })),
    ];

    expect(compare(posts)).toMatchObject({ ratio: null, leftOut: 8, basis: { formats: 'same' } });
    expect(compare(posts, { isAboutFormats: true })).toMatchObject({
      ratio: { value: expect.closeTo(3, 0) },
      others: { posts: 8 },
      basis: { formats: 'any' },
    });
  });

  it('come from the same four weeks if these have enough posts', () => {
    const early = new Date('2025-01-05');
    const posts = [
      ...repeat(10, (index) => ({ ...people, lifetime: 1_000 + index })),
      ...repeat(10, (index) => ({ lifetime: 1_000 + index })),
      ...repeat(50, (index) => ({ publishedAt: early, lifetime: index })),
    ];

    expect(compare(posts)).toMatchObject({ others: { posts: 10 }, ratio: { value: expect.closeTo(1, 6) } });
    expect(compare(posts).basis.days).toBe(28);
  });

  it('come from the whole range if the same weeks have too few posts', () => {
    const posts = [
      ...repeat(8, (index) => ({ ...people, lifetime: 1_000 + index })),
      ...repeat(8, (index) => ({ publishedAt: new Date(Date.UTC(2025, 0, index)), lifetime: 100 + index })),
    ];

    expect(compare(posts)).toMatchObject({ basis: { days: null }, others: { posts: 8 } });
  });

  it('are compared at seven days if most were measured then', () => {
    const measured = [
      ...repeat(8, (index) => ({ ...people, lifetime: 500, atSevenDays: 100 + index })),
      ...repeat(8, (index) => ({ lifetime: 900, atSevenDays: 50 + index })),
    ];
    const older = repeat(30, () => ({ ...people, lifetime: 500, publishedAt: new Date('2026-03-01') }));

    expect(compare(measured)).toMatchObject({ basis: { age: 'seven_days' }, labelled: { spread: { median: 103.5 } } });
    expect(compare([...measured, ...older])).toMatchObject({ basis: { age: 'lifetime' }, labelled: { posts: 38 } });
  });

  it('are excluded if Instagram does not report the metric', () => {
    const posts = [
      ...repeat(9, (index) => ({ ...people, lifetime: index < 3 ? null : index })),
      ...repeat(9, (index) => ({ lifetime: index })),
    ];

    expect(compare(posts)).toMatchObject({ labelled: { posts: 6 }, leftOut: 3 });
  });
});

it('corrects the probability for the number of labels', () => {
  const { posts, labelIds } = makeLabelledWorld(3, { factor: 1.5, labels: 4 });

  const compared = compareByLabel(
    posts,
    labelIds.map((id) => ({ id, isAboutFormats: false })),
    { metric: 'total_interactions', choices: 1 },
  );

  const smallest = compared.toSorted((one, other) => (one.p ?? 1) - (other.p ?? 1))[0];
  expect(smallest?.adjustedP).toBeCloseTo(Math.min(1, (smallest?.p ?? 1) * 4), 10);
});

describe('simulated accounts with a known truth', () => {
  const worlds = 600;
  // Three standard errors for a 5 % share over this many worlds.
  const tolerance = 3 * Math.sqrt((0.05 * 0.95) / worlds);
  const simulate = (world: Parameters<typeof makeLabelledWorld>[1]) =>
    Array.from({ length: worlds }, (_, seed) => {
      const { posts, labelIds } = makeLabelledWorld(seed + 1, world);
      const labels = labelIds.map((id) => ({ id, isAboutFormats: false }));
      return compareByLabel(posts, labels, { metric: 'total_interactions', choices: 1 });
    });
  const shareOf = (count: number) => count / worlds;

  it.each([{ labels: 1 }, { labels: 6 }])(
    'at most 5% of accounts with $labels labels without an effect show one',
    ({ labels }) => {
      const found = simulate({ factor: 1, labels }).filter((compared) =>
        compared.some(({ adjustedP }) => adjustedP !== null && adjustedP < 0.05),
      );

      expect(shareOf(found.length)).toBeLessThan(0.05 + tolerance);
      expect(shareOf(found.length)).toBeGreaterThan(0.01);
    },
  );

  it.each([{ factor: 0.6 }, { factor: 1.5 }])('95% of the intervals contain an effect of $factor', ({ factor }) => {
    const compared = simulate({ factor }).flatMap((one) => one);
    const covered = compared.filter(({ ratio }) => ratio && ratio.low <= factor && factor <= ratio.high);

    expect(shareOf(covered.length)).toBeGreaterThan(0.95 - tolerance);
    expect(shareOf(covered.length)).toBeLessThan(0.98);
  });

  it('detects a 50% effect in more than half of the accounts', () => {
    const found = simulate({ factor: 1.5 }).filter(([compared]) => (compared?.p ?? 1) < 0.05);

    expect(shareOf(found.length)).toBeGreaterThan(0.5);
  });

  it('finds no more effects with few posts', () => {
    const found = simulate({ factor: 1, count: 20 }).filter(([compared]) => (compared?.p ?? 1) < 0.05);

    expect(shareOf(found.length)).toBeLessThan(0.05);
  });
});

describe('simulated accounts with campaigns and a level that moves over weeks', () => {
  const worlds = 120;
  const compareAll = (world: ReturnType<typeof makeCampaignWorld>) => {
    const labels = world.labelIds.map((id) => ({ id, isAboutFormats: false }));
    const choices = countIndependent(
      world.posts.map(({ format }, index) => ({ group: format, values: world.values[index] ?? [] })),
    );
    return Array.from({ length: 8 }, (_, metric) =>
      compareByLabel(
        world.posts.map((one, index) => ({ ...one, lifetime: world.values[index]?.[metric] ?? null })),
        labels,
        { metric: 'total_interactions', choices },
      ),
    );
  };

  it('shows a false effect in at most 6% of accounts for ten labels and eight metrics', () => {
    const found = Array.from({ length: worlds }, (_, seed) =>
      compareAll(makeCampaignWorld(seed + 1, { factor: 1, labels: 10 })),
    ).filter((compared) => compared.flat().some(({ adjustedP }) => adjustedP !== null && adjustedP < 0.05));

    expect(found.length / worlds).toBeLessThanOrEqual(0.06);
  });

  it('covers a 60% effect with its intervals, and shows it in a third of the accounts', () => {
    const compared = Array.from({ length: worlds }, (_, seed) =>
      compareAll(makeCampaignWorld(seed + 1, { factor: 1.6, labels: 1 })).at(0),
    ).flatMap((labels) => labels ?? []);
    const known = compared.flatMap(({ ratio }) => ratio ?? []);

    expect(known.filter(({ low, high }) => low <= 1.6 && high >= 1.6).length / known.length).toBeGreaterThan(0.92);
    expect(compared.filter(({ adjustedP }) => adjustedP !== null && adjustedP < 0.05).length / worlds).toBeGreaterThan(
      0.25,
    );
  });
});

describe('number of independent metrics', () => {
  const rows = (pick: (index: number) => (number | null)[]) =>
    Array.from({ length: 60 }, (_, index) => ({ group: 'A', values: pick(index) }));
  const noise = (index: number, column: number) => ((index + 1) * 7_919 * (column * 104_729 + 13)) % 1_009;

  it('is one for metrics that move together, and all for unrelated metrics', () => {
    expect(countIndependent(rows((index) => [noise(index, 1), noise(index, 1), noise(index, 1)]))).toBeCloseTo(1, 6);
    expect(countIndependent(rows((index) => [noise(index, 1), noise(index, 2), noise(index, 3)]))).toBeGreaterThan(2.5);
  });

  it('ignores unreported metrics and constant values', () => {
    expect(countIndependent([])).toBe(1);
    expect(countIndependent(rows((index) => [noise(index, 1), null]))).toBe(1);
    expect(countIndependent(rows(() => [5, 5]))).toBe(1);
  });

  it('does not mistake different levels between formats for a relation', () => {
    const mixed = Array.from({ length: 60 }, (_, index) => ({
      group: index % 2 ? 'reel' : 'static',
      values: [1, 2].map((column) => noise(index, column) + (index % 2 ? 1e6 : 1)),
    }));

    expect(countIndependent(mixed)).toBeGreaterThan(1.8);
  });
});

it('compares thousands of posts in well under a second', () => {
  const posts = repeat(5_000, (index) => ({
    ...(index % 3 === 0 ? people : {}),
    lifetime: (index * 7_919) % 5_003,
    publishedAt: new Date(Date.UTC(2025, 0, 1) + (index % 700) * dayMillis),
  }));
  const start = performance.now();

  const { p } = compare(posts);

  expect(p).not.toBeNull();
  expect(performance.now() - start).toBeLessThan(1_000);
});
