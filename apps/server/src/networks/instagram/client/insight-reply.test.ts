import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAudience, addSurfaces } from './day-figures.ts';
import { InsightReply, toCells, metricNamed, toTotal } from './insight-reply.ts';
import { figuresIn } from './media-figures.ts';
import type { DayFigures } from '../../../features/sync/index.ts';

type Cells = Record<string, number>;

const table = (name: string, dimension: string, value: unknown, cells: Cells | null) => ({
  name,
  total_value: {
    ...(value === undefined ? {} : { value }),
    breakdowns: [
      {
        dimension_keys: [dimension],
        ...(cells && {
          results: Object.entries(cells).map(([key, count]) => ({ dimension_values: [key], value: count })),
        }),
      },
    ],
  },
});
const reply = (...data: unknown[]) => InsightReply.parse({ data });
const cells = (value: unknown, of: Cells | null, counted?: Parameters<typeof toCells>[2]) =>
  toCells(metricNamed(reply(table('views', 'follow_type', value, of)), 'views'), 'follow_type', counted);

describe('breakdown cells', () => {
  it('match names in any case', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Z_]{1,12}$/), fc.nat(10_000)), (of) => {
        const total = Object.values(of).reduce((sum, count) => sum + count, 0);
        const lower = Object.fromEntries(Object.entries(of).map(([name, count]) => [name.toLowerCase(), count]));
        expect(cells(total, lower)).toEqual(cells(total, of));
      }),
    );
  });

  it('are missing if they do not add up to their total', () => {
    expect(cells(10, { FOLLOWER: 4, NON_FOLLOWER: 5 })).toBeNull();
    expect(cells(10, { FOLLOWER: 4, NON_FOLLOWER: 6 })?.get('FOLLOWER')).toBe(4);
  });

  it('may overlap, but no cell may exceed its total beyond the estimation error', () => {
    expect(cells(1000, { POST: 800, REEL: 1022 }, 'overlapping people')?.get('REEL')).toBe(1022);
    expect(cells(1000, { POST: 1023, REEL: 700 }, 'overlapping people')).toBeNull();
  });

  it('by follow type cover the total within the estimation error', () => {
    expect(cells(1000, { FOLLOWER: 600, NON_FOLLOWER: 378 }, 'people')?.get('FOLLOWER')).toBe(600);
    expect(cells(1000, { FOLLOWER: 600, NON_FOLLOWER: 377 }, 'people')).toBeNull();
    expect(cells(7, { FOLLOWER: 9 }, 'people')?.get('FOLLOWER')).toBe(9);
  });

  it('are zero only if the total is zero, and missing without a total', () => {
    expect(cells(0, null)).toEqual(new Map());
    expect(cells(undefined, null)).toBeNull();
    expect(cells(null, null)).toBeNull();
    expect(cells(7, null)).toBeNull();
  });
});

describe('a partly malformed insights reply', () => {
  it('keeps what can be parsed', () => {
    const odd = InsightReply.parse({
      data: [
        'nonsense',
        { name: 'reach', total_value: { value: '1204' } },
        { name: 'views', total_value: { value: { unexpected: true } } },
        { name: 'likes', total_value: { value: 3, breakdowns: 'none' } },
      ],
    });

    expect(['reach', 'views', 'likes'].map((name) => toTotal(metricNamed(odd, name)))).toEqual([1204, null, 3]);
  });
});

describe('daily metrics', () => {
  it('count carousel items as carousels, and ads apart from unknown surfaces', () => {
    const figures: DayFigures = {};

    addSurfaces(
      figures,
      reply(
        table('views', 'media_product_type', 100, {
          CAROUSEL_CONTAINER: 10,
          carousel_item: 20,
          AD: 40,
          IGTV: 1,
          SOMETHING_NEW: 2,
          REELS: 27,
        }),
      ),
    );

    expect(figures).toMatchObject({ views_carousel: 30, views_ad: 40, views_other: 3, views_reel: 27, views_post: 0 });
  });

  const moves = (replied: unknown[], isOld = false) => {
    const figures: DayFigures = {};
    addAudience(figures, reply(...replied, table('follows_and_unfollows', 'follow_type', undefined, null)), { isOld });
    return [figures.follows, figures.unfollows];
  };
  const served = table('views', 'follow_type', 12, { FOLLOWER: 5, NON_FOLLOWER: 7 });
  const forgotten = table('views', 'follow_type', 12, null);
  const quiet = table('views', 'follow_type', 0, null);

  it('report zero follows if the same response has other cells by follow type', () => {
    expect(moves([served])).toEqual([0, 0]);
    expect(moves([served], true)).toEqual([0, 0]);
  });

  it("report no follows after Instagram has forgotten the day's cells", () => {
    expect(moves([forgotten])).toEqual([undefined, undefined]);
    expect(moves([table('views', 'follow_type', undefined, null)])).toEqual([undefined, undefined]);
  });

  it('report zero follows for a day without views only while cells are remembered', () => {
    expect(moves([quiet])).toEqual([0, 0]);
    expect(moves([quiet], true)).toEqual([undefined, undefined]);
  });
});

describe('post metrics', () => {
  it('accept action names in any case, and count unknown actions as other', () => {
    const actions = table('profile_activity', 'action_type', 16, { bio_link_clicked: 11, EMAIL: 3, newer_button: 2 });

    expect(figuresIn(reply(actions))).toMatchObject({
      activity_bio_link: 11,
      activity_email: 3,
      activity_other: 2,
      activity_call: 0,
    });
  });

  it('report no zero story taps if the table contains unknown actions', () => {
    const ways = table('navigation', 'story_navigation_action_type', 9, { TAP_FORWARD: 5, swiped_sideways: 4 });

    expect(figuresIn(reply(ways))).toMatchObject({ taps_forward: 5, taps_back: null, exits: null });
  });
});
