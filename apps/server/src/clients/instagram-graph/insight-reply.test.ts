import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addAudience, addSurfaces, type DayFigures } from './day-figures.ts';
import { InsightReply, toCells, metricNamed, toTotal } from './insight-reply.ts';
import { figuresIn } from './media-figures.ts';

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
const cells = (value: unknown, of: Cells | null, addsUp?: boolean) =>
  toCells(metricNamed(reply(table('views', 'follow_type', value, of)), 'views'), 'follow_type', { addsUp });

describe('the cells of a breakdown', () => {
  it('match whatever the case of their names', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[A-Z_]{1,12}$/), fc.nat(10_000)), (of) => {
        const total = Object.values(of).reduce((sum, count) => sum + count, 0);
        const lower = Object.fromEntries(Object.entries(of).map(([name, count]) => [name.toLowerCase(), count]));
        expect(cells(total, lower)).toEqual(cells(total, of));
      }),
    );
  });

  it('are missing when they do not add up to their total', () => {
    expect(cells(10, { FOLLOWER: 4, NON_FOLLOWER: 5 })).toBeNull();
    expect(cells(10, { FOLLOWER: 4, NON_FOLLOWER: 6 })?.get('FOLLOWER')).toBe(4);
  });

  it('may add up to more people than their total, but no cell may exceed it', () => {
    expect(cells(10, { POST: 8, REEL: 7 }, false)?.get('REEL')).toBe(7);
    expect(cells(10, { POST: 11, REEL: 7 }, false)).toBeNull();
  });

  it('are zero only when the total is zero, and missing without a total', () => {
    expect(cells(0, null)).toEqual(new Map());
    expect(cells(undefined, null)).toBeNull();
    expect(cells(null, null)).toBeNull();
    expect(cells(7, null)).toBeNull();
  });
});

describe('a partly malformed insights reply', () => {
  it('retains what can be parsed', () => {
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

  it('report zero follows and unfollows when their table is empty and other values are present', () => {
    const [quiet, unanswered]: DayFigures[] = [{}, {}];

    addAudience(
      quiet ?? {},
      reply(table('views', 'follow_type', 0, null), table('follows_and_unfollows', 'follow_type', undefined, null)),
    );
    addAudience(
      unanswered ?? {},
      reply(
        table('views', 'follow_type', undefined, null),
        table('follows_and_unfollows', 'follow_type', undefined, null),
      ),
    );

    expect(quiet).toMatchObject({ follows: 0, unfollows: 0 });
    expect(unanswered).toEqual({});
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

  it('report no zero story taps when the table contains unknown actions', () => {
    const ways = table('navigation', 'story_navigation_action_type', 9, { TAP_FORWARD: 5, swiped_sideways: 4 });

    expect(figuresIn(reply(ways))).toMatchObject({ taps_forward: 5, taps_back: null, exits: null });
  });
});
