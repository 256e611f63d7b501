import { describe, expect, it } from 'vitest';
import {
  compareDays,
  compareDemographics,
  compareGains,
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
    told: new Map([['2026-11-10', { views: 100, reach: 80 }]]),
    lastReadAt: late,
    startOf,
    isLost: () => false,
    ...part,
  });
}

describe('a day', () => {
  it('is the same when every figure that Instagram gives is stored', () => {
    expect(days({})).toEqual({ compared: 1, moved: 0, differences: [] });
  });

  it.each([
    ['another value', { views: 101 }, [{ figure: 'views', stored: 100, instagram: 101 }]],
    ['a zero for a value', { views: 0 }, [{ figure: 'views', stored: 100, instagram: 0 }]],
    ['a value where nothing is stored', { likes: 0 }, [{ figure: 'likes', stored: null, instagram: 0 }]],
    ['nothing for a value', { views: null, reach: undefined }, []],
  ])('with %s differs in just that', (_, figures, differences) => {
    const found = days({ told: new Map([['2026-11-10', figures]]) });

    expect(found.differences).toEqual(
      differences.map((difference) => ({ what: 'day', where: '2026-11-10', ...difference })),
    );
  });

  it('may differ until it was read on the third day after, because Instagram revises it', () => {
    const told = new Map([['2026-11-10', { views: 120 }]]);

    expect(days({ told, lastReadAt: new Date('2026-11-12T23:59:00Z') })).toMatchObject({ moved: 1, differences: [] });
    expect(days({ told, lastReadAt: new Date('2026-11-13T00:00:00Z') })).toMatchObject({ moved: 0 });
    expect(days({ told, lastReadAt: new Date('2026-11-13T00:00:00Z') }).differences).toHaveLength(1);
  });

  it('that is not there is missing, unless it had not ended when days were last read, or is known to be lost', () => {
    const told = new Map([['2026-11-20', { views: 1 }]]);

    expect(days({ told }).differences).toMatchObject([{ where: '2026-11-20', stored: null }]);
    expect(days({ told, lastReadAt: new Date('2026-11-20T20:00:00Z') })).toMatchObject({ moved: 1, differences: [] });
    expect(days({ told, isLost: () => true })).toMatchObject({ moved: 0, differences: [] });
  });

  it('that was read before it had ended, and never again, is missing', () => {
    const stored = new Map([['2026-11-10', { complete: false, figures: { views: 100 } }]]);

    expect(days({ stored }).differences).toHaveLength(1);
  });
});

it('holds the unique people of a window, and the hours of a day, as it holds a day', () => {
  const reading = { lastReadAt: late, startOf };
  const window = { endDay: '2026-11-20', days: 7, reach: 500, engaged: 40 };
  const hours = [1, 2, null];

  expect(compareWindows([window], [{ ...window, reach: 501 }], reading).differences).toEqual([
    { what: 'window', where: '7 days to 2026-11-20', figure: 'reach', stored: 500, instagram: 501 },
  ]);
  expect(compareOnline([{ day: '2026-11-20', hours }], [{ day: '2026-11-20', hours }], reading).differences).toEqual(
    [],
  );
  expect(compareOnline([], [{ day: '2026-11-20', hours }], reading).differences).toHaveLength(2);
});

describe('an audience', () => {
  const cells = [
    { dimension: 'country', key: 'NO', value: 100 },
    { dimension: 'country', key: 'SE', value: 50 },
  ];
  const compare = (told: typeof cells, day = '2026-11-20') =>
    compareDemographics('follower', { day, cells }, told, '2026-11-20');

  it('changes by the day, cell by cell', () => {
    expect(compare([{ dimension: 'country', key: 'NO', value: 110 }, cells[1]!])).toMatchObject({
      moved: 1,
      differences: [],
    });
  });

  it('does not double, and does not appear out of nothing', () => {
    expect(compare([...cells, { dimension: 'country', key: 'DK', value: 150 }]).differences).toHaveLength(1);
    expect(compare([...cells, { dimension: 'city', key: 'Oslo', value: 60 }]).differences).toMatchObject([
      { figure: 'city', stored: 0, instagram: 60 },
    ]);
  });

  it('proves nothing when Instagram gives none', () => {
    expect(compare([])).toEqual({ compared: 0, moved: 0, differences: [] });
  });
});

describe('a post', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 10, day));
  const post: StoredPost = {
    id: '1',
    isStory: false,
    publishedAt: at(1),
    observedAt: at(20),
    isGone: false,
    hasInsights: true,
    totals: { views: 1000, likes: 100, shares: 2 },
    gains: { views: 1000, likes: 100, shares: 2 },
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
  ])('with a total %s', (_, totals, moved, differences) => {
    const found = compare([{}], totals);

    expect(found.moved).toBe(moved);
    expect(found.differences).toHaveLength(differences);
  });

  it('that is not stored is missing when the list was read since', () => {
    expect(compare([], { views: 1 }).differences).toMatchObject([{ figure: 'post', stored: null }]);
    expect(compare([], { views: 1 }, new Date(Date.UTC(2026, 9, 30)))).toMatchObject({ moved: 1, differences: [] });
  });

  it('that is not listed any more is a difference when a list since should have told', () => {
    expect(compare([{}], null)).toMatchObject({ moved: 1, differences: [] });
    expect(compare([{}], null, at(21)).differences).toMatchObject([{ instagram: 'not listed' }]);
    expect(compare([{ isGone: true }], null, at(21))).toMatchObject({ moved: 0, differences: [] });
    expect(compare([{ isStory: true }], null, at(21))).toMatchObject({ moved: 0, differences: [] });
  });

  it('that is listed though we gave it up is a difference', () => {
    expect(compare([{ isGone: true }], { views: 1000 }).differences).toMatchObject([{ stored: 'gone' }]);
  });

  it('has gained exactly its totals', () => {
    expect(compareGains([post]).differences).toEqual([]);
    expect(compareGains([{ ...post, gains: { ...post.gains, likes: 101 } }]).differences).toEqual([
      { what: 'gains', where: '1', figure: 'likes', stored: 101, instagram: 100 },
    ]);
    expect(compareGains([{ ...post, totals: { views: null }, gains: { views: null } }]).differences).toEqual([]);
  });
});
