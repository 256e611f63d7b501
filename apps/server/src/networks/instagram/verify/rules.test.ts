import { describe, expect, it } from 'vitest';
import {
  compareDays,
  compareDemographics,
  compareDeltas,
  compareOnline,
  comparePosts,
  compareWindows,
  type DaysToCompare,
  type StoredPost,
} from './rules.ts';

const startOf = (day: string) => new Date(`${day}T00:00:00Z`);
const late = new Date('2026-11-30T12:00:00Z');

function days(part: Partial<DaysToCompare>) {
  return compareDays({
    stored: new Map([['2026-11-10', { complete: true, figures: { views: 100, reach: 80, likes: null } }]]),
    reported: new Map([['2026-11-10', { views: 100, reach: 80 }]]),
    lastReadAt: late,
    startOf,
    isLost: () => false,
    ...part,
  });
}

describe('comparison of days', () => {
  it('reports no difference when every metric from Instagram is stored', () => {
    expect(days({})).toEqual({ compared: 1, moved: 0, differences: [] });
  });

  it.each([
    ['another value', { views: 101 }, [{ metric: 'views', stored: 100, instagram: 101 }]],
    ['a zero for a value', { views: 0 }, [{ metric: 'views', stored: 100, instagram: 0 }]],
    ['a value where nothing is stored', { likes: 0 }, [{ metric: 'likes', stored: null, instagram: 0 }]],
    ['nothing for a value', { views: null, reach: undefined }, []],
  ])('a day with %s differs in exactly that', (_, figures, differences) => {
    const found = days({ reported: new Map([['2026-11-10', figures]]) });

    expect(found.differences).toEqual(
      differences.map((difference) => ({ what: 'day', where: '2026-11-10', ...difference })),
    );
  });

  it('allows differences until the third day after, because Instagram revises days', () => {
    const reported = new Map([['2026-11-10', { views: 120 }]]);

    expect(days({ reported, lastReadAt: new Date('2026-11-12T23:59:00Z') })).toMatchObject({
      moved: 1,
      differences: [],
    });
    expect(days({ reported, lastReadAt: new Date('2026-11-13T00:00:00Z') })).toMatchObject({ moved: 0 });
    expect(days({ reported, lastReadAt: new Date('2026-11-13T00:00:00Z') }).differences).toHaveLength(1);
  });

  it('reports a missing day unless it had not ended at the last sync or is a known loss', () => {
    const reported = new Map([['2026-11-20', { views: 1 }]]);

    expect(days({ reported }).differences).toMatchObject([{ where: '2026-11-20', stored: null }]);
    expect(days({ reported, lastReadAt: new Date('2026-11-20T20:00:00Z') })).toMatchObject({
      moved: 1,
      differences: [],
    });
    expect(days({ reported, isLost: () => true })).toMatchObject({ moved: 0, differences: [] });
  });

  it('reports a day as missing if it was fetched before its end and never again', () => {
    const stored = new Map([['2026-11-10', { complete: false, figures: { views: 100 } }]]);

    expect(days({ stored }).differences).toHaveLength(1);
  });
});

it('compares unique people per window and hours per day like days', () => {
  const reading = { lastReadAt: late, startOf };
  const window = { endDay: '2026-11-20', days: 7, reach: 500, engaged: 40 };
  const hours = [1, 2, null];

  expect(compareWindows([window], [{ ...window, reach: 501 }], reading).differences).toEqual([
    {
      what: 'window',
      where: '7 days to 2026-11-20',
      window: { endDay: '2026-11-20', days: 7 },
      metric: 'reach',
      stored: 500,
      instagram: 501,
    },
  ]);
  expect(compareOnline([{ day: '2026-11-20', hours }], [{ day: '2026-11-20', hours }], reading).differences).toEqual(
    [],
  );
  expect(compareOnline([], [{ day: '2026-11-20', hours }], reading).differences).toHaveLength(2);
});

describe('comparison of audiences', () => {
  const cells = [
    { dimension: 'country', key: 'NO', value: 100 },
    { dimension: 'country', key: 'SE', value: 50 },
  ];
  const compare = (reported: typeof cells, day = '2026-11-20') =>
    compareDemographics('follower', { day, cells }, reported, '2026-11-20');

  it('allows single cells to change daily', () => {
    expect(compare([{ dimension: 'country', key: 'NO', value: 110 }, cells[1]!])).toMatchObject({
      moved: 1,
      differences: [],
    });
  });

  it('reports an audience that doubles or newly appears', () => {
    expect(compare([...cells, { dimension: 'country', key: 'DK', value: 150 }]).differences).toHaveLength(1);
    expect(compare([...cells, { dimension: 'city', key: 'Oslo', value: 160 }]).differences).toMatchObject([
      { metric: 'city', stored: 0, instagram: 160 },
    ]);
  });

  it('allows a small audience to appear, because Instagram withholds the smallest', () => {
    expect(compare([...cells, { dimension: 'city', key: 'Oslo', value: 89 }]).differences).toEqual([]);
  });

  it('reports no difference when Instagram returns none', () => {
    expect(compare([])).toEqual({ compared: 0, moved: 0, differences: [] });
  });
});

describe('comparison of posts', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const post: StoredPost = {
    id: '1',
    isStory: false,
    publishedAt: at(1),
    observedAt: at(20),
    isGone: false,
    hasInsights: true,
    totals: { views: 1000, likes: 100, shares: 2 },
    deltas: { views: 1000, likes: 100, shares: 2 },
  };
  const compare = (stored: Partial<StoredPost>[], totals: Record<string, number | null> | null, listedAt = at(20)) =>
    comparePosts({
      stored: stored.map((part) => ({ ...post, ...part })),
      listed: totals ? [{ id: '1', publishedAt: at(1), totals }] : [],
      lastListedAt: () => listedAt,
    });

  it.each([
    ['above ours has moved on', { views: 5000 }, 1, 0],
    ['a little below ours was taken back', { likes: 96, shares: 0 }, 2, 0],
    ['far below ours was counted wrongly', { views: 900 }, 0, 1],
    ['that Instagram does not give proves nothing', { views: null }, 0, 0],
  ])('a post with a total %s', (_, totals, moved, differences) => {
    const found = compare([{}], totals);

    expect(found.moved).toBe(moved);
    expect(found.differences).toHaveLength(differences);
  });

  it('reports a post that is not stored although the list was fetched later', () => {
    expect(compare([], { views: 1 }).differences).toMatchObject([{ metric: 'post', stored: null }]);
    expect(compare([], { views: 1 }, new Date(Date.UTC(2026, 9, 30)))).toMatchObject({ moved: 1, differences: [] });
  });

  it('reports a post that is missing from a list fetched later', () => {
    expect(compare([{}], null)).toMatchObject({ moved: 1, differences: [] });
    expect(compare([{}], null, at(21)).differences).toMatchObject([{ instagram: 'not listed' }]);
    expect(compare([{ isGone: true }], null, at(21))).toMatchObject({ moved: 0, differences: [] });
    expect(compare([{ isStory: true }], null, at(21))).toMatchObject({ moved: 0, differences: [] });
  });

  it('reports a listed post that was marked as deleted', () => {
    expect(compare([{ isGone: true }], { views: 1000 }).differences).toMatchObject([{ stored: 'gone' }]);
  });

  it('requires deltas to add up exactly to totals', () => {
    expect(compareDeltas([post]).differences).toEqual([]);
    expect(compareDeltas([{ ...post, deltas: { ...post.deltas, likes: 101 } }]).differences).toEqual([
      { what: 'deltas', where: '1', metric: 'likes', stored: 101, instagram: 100 },
    ]);
    expect(compareDeltas([{ ...post, totals: { views: null }, deltas: { views: null } }]).differences).toEqual([]);
  });
});
