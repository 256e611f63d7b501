import { type MeasuredMedia, type MediaAggregate } from '@tidemark/contract';
import { addDays } from '@tidemark/contract/calendar-day';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { approximate, exact, mediaItem } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics, type Replies } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { toDay } from '#web/platform/time-zone.ts';
import { PostInsightsPage } from './post-insights-page.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // The row of cards needs a width, which happy-dom does not compute.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(170);
});

const counts = (interactions: number) => ({
  reach: interactions * 10,
  impressions: null,
  views: interactions * 20,
  likes: interactions,
  comments: null,
  saved: 0,
  shares: 0,
  total_interactions: interactions,
  follows: 0,
});
const measured = (mediaId: string, interactions: number): MeasuredMedia => ({
  ...counts(interactions),
  mediaId,
  accountId: account._id,
  mediaType: 'reel',
  timestamp: '2026-11-20T12:00:00.000Z',
  caption: `Caption of ${mediaId}`,
  permalink: 'https://www.instagram.com/p/x/',
  thumbnailUrl: null,
  collaborators: [],
  engagement_rate: 10,
  ...exact,
});
const sizes: Record<string, number> = { a: 30, b: 20, c: 5 };

/** Responds like the server: with the requested media. */
function makeAggregate({ mediaIds }: { mediaIds: string[] | null }): MediaAggregate {
  const media = (mediaIds ?? Object.keys(sizes))
    .map((id) => measured(id, sizes[id] ?? 0))
    .toSorted((one, other) => (other.total_interactions ?? 0) - (one.total_interactions ?? 0));
  const sum = media.reduce((total, one) => total + (one.total_interactions ?? 0), 0);
  const isSeveral = media.length > 1;
  const totals = {
    ...counts(sum),
    avgEngagementRate: 10,
    ...exact,
    reachIsApprox: isSeveral,
    reachApprox: isSeveral ? approximate('summed_accounts').approx : null,
  };
  return {
    dailyMetrics: [{ date: '2026-11-20', ...counts(sum) }],
    totals,
    previousTotals: null,
    topMediaPost: media[0] ?? null,
    mediaMetrics: media,
    formats: [
      {
        mediaType: 'reel',
        posts: media.length,
        reach: sum * 10,
        views: sum,
        total_interactions: sum,
        engagement_rate: 10,
        ...exact,
      },
    ],
    profileActivity: { posts: media.length, actions: [{ action: 'profile_visits', value: media.length * 7 }] },
    storyNavigation: { stories: 1, moves: [{ move: 'tap_forward', value: 3 }] },
  };
}
const advice = ({ mediaIds }: { mediaIds: string[] | null }) => ({
  from: mediaIds ? null : '2026-08-23',
  to: mediaIds ? null : addDays(toDay(new Date()), -1),
  posts: mediaIds ? mediaIds.length : 34,
  stories: 0,
  opportunities: mediaIds
    ? []
    : [{ kind: 'reels_share', posts: 34, reels: 7, reachShare: 0.62, postShare: 0.21, difference: null }],
});
const replies: Replies = {
  'media/get': { media: Object.keys(sizes).map((id) => mediaItem(id)), total: 3 },
  'media/aggregated': makeAggregate,
  'media/opportunities': advice,
};
const nothing = {
  ...makeAggregate({ mediaIds: [] }),
  topMediaPost: null,
  formats: [],
  profileActivity: { posts: 0, actions: [] },
  storyNavigation: { stories: 0, moves: [] },
};

const panel = (name: string) => screen.getByRole('region', { name });
const strip = () => within(panel('Media strip'));
const card = (id: string) => strip().getByRole('button', { name: new RegExp(`Caption of ${id}`) });
const open = (address?: string) => renderAnalytics(<PostInsightsPage />, replies, address);

describe('without a selection', () => {
  it('shows the totals of all posts in the range', async () => {
    await open();

    expect(await screen.findByText('550')).toBeTruthy();
    for (const [name, text] of [
      ['Total Reach', '550'],
      ['Views', '1.1k'],
      ['Avg Engagement Rate', '10.0%'],
      ['Total Interactions', '55'],
      ['Top Post', 'Caption of a'],
      ['Post Interaction Breakdown', 'Likes55'],
      ['Format Performance', '3 posts'],
      ['Profile Activity', 'Profile visits21'],
      ['Story Navigation', 'Forward'],
      ['Top Performing Posts', 'Caption of c'],
    ] as const)
      expect(panel(name).textContent).toContain(text);
    expect((await screen.findByText('last 90 days, 34 posts, 7 of them reels')).closest('li')?.textContent).toContain(
      'Reels bring 62% of reach with 21% of posts.',
    );
  });

  it('requests all metrics without media ids', async () => {
    const { asked } = await open();
    await screen.findByText('550');

    const body = asked.find(({ path }) => path.endsWith('media/aggregated'))?.body;

    expect(body).toMatchObject({ accountIds: [account._id], mediaIds: null });
    expect((body as { metricNames: string[] }).metricNames).toHaveLength(9);
    expect(asked.find(({ path }) => path.endsWith('media/get'))?.body).toMatchObject({
      platform: 'instagram_media',
      filterMode: 'combined',
    });
  });
});

describe('with a selection', () => {
  it('updates every panel, and Reset restores them all', async () => {
    const { asked } = await open();
    await screen.findByText('550');
    await waitFor(() => card('b'));

    fireEvent.click(card('c'));
    await waitFor(() => expect(panel('Total Reach').textContent).toContain('50'));
    fireEvent.click(card('b'));

    await waitFor(() => expect(panel('Total Interactions').textContent).toContain('25'));
    expect(card('b').getAttribute('aria-pressed')).toBe('true');
    expect(panel('Top Post').textContent).toContain('Caption of b');
    expect(panel('Top Performing Posts').textContent).not.toContain('Caption of a');
    expect(panel('Profile Activity').textContent).toContain('Profile visits14');
    expect(panel('Opportunities to Test').textContent).toContain(
      'At least 8 posts are needed to find a pattern: 2 are selected.',
    );
    const bodies = asked.filter(({ path }) => path.endsWith('media/aggregated')).map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({ mediaIds: ['b', 'c'] });

    fireEvent.click(strip().getByRole('button', { name: 'Reset' }));

    await waitFor(() => expect(panel('Total Reach').textContent).toContain('550'));
    expect(strip().queryByRole('button', { name: 'Reset' })).toBeNull();
  });

  it('stores the selection in the URL', async () => {
    const { router } = await open('/?media=b');
    await waitFor(() => expect(panel('Top Post').textContent).toContain('Caption of b'));
    await waitFor(() => card('b'));

    fireEvent.click(card('b'));

    await waitFor(() => expect(panel('Top Post').textContent).toContain('Caption of a'));
    expect(router.state.location.search).toEqual({});
  });

  it('treats deleted posts in the URL as no selection', async () => {
    const gone = {
      status: 404,
      body: { success: false, message: 'No', error: { code: 'media_not_found', message: 'No', requestId: '1' } },
    };
    await renderAnalytics(
      <PostInsightsPage />,
      {
        ...replies,
        'media/aggregated': (body: { mediaIds: string[] | null }) => (body.mediaIds ? gone : makeAggregate(body)),
      },
      '/?media=gone',
    );

    await waitFor(() => expect(panel('Total Reach').textContent).toContain('550'));
  });

  it('ignores responses that arrive out of order', async () => {
    const late = Promise.withResolvers<MediaAggregate>();
    const { queries } = await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/aggregated': (body: { mediaIds: string[] | null }) =>
        body.mediaIds?.length === 1 ? late.promise : makeAggregate(body),
    });
    await screen.findByText('550');
    await waitFor(() => card('a'));

    fireEvent.click(card('a'));
    await waitFor(() => expect(card('a').getAttribute('aria-pressed')).toBe('true'));
    fireEvent.click(card('c'));
    await waitFor(() => expect(panel('Total Reach').textContent).toContain('350'));
    late.resolve(makeAggregate({ mediaIds: ['a'] }));
    await waitFor(() => expect(queries.isFetching()).toBe(0));

    expect(panel('Total Reach').textContent).toContain('350');
  });
});

describe('media strip', () => {
  it('changes the mode, and filters by format', async () => {
    const { asked, router } = await open();
    await waitFor(() => card('a'));

    fireEvent.click(strip().getByRole('radio', { name: 'Published' }));
    await waitFor(() =>
      expect(asked.filter(({ path }) => path.endsWith('media/get')).at(-1)?.body).toMatchObject({
        filterMode: 'published',
      }),
    );
    fireEvent.click(strip().getByRole('button', { name: 'Format: All formats' }));
    fireEvent(strip().getByRole('menu'), Object.assign(new Event('toggle'), { newState: 'open' }));
    const options = (await strip().findAllByRole('menuitemradio')).map((option) => option.textContent);
    fireEvent.click(strip().getByRole('menuitemradio', { name: 'Stories' }));

    expect(options).toEqual(['All formats', 'Reels', 'Carousels', 'Stories', 'Static posts']);
    expect(await screen.findByText('No media found for the selected filters.')).toBeTruthy();
    expect(router.state.location.search).toEqual({ strip: 'published', format: 'Stories' });
  });

  it('opens by its handle and closes on Escape', async () => {
    await open();
    const handle = await waitFor(() => strip().getByRole('button', { name: /^Media/ }));

    fireEvent.click(handle);
    expect(handle.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(handle, { key: 'Escape' });

    expect(handle.getAttribute('aria-expanded')).toBe('false');
  });

  it('opens on hover, and collapses when the pointer leaves', async () => {
    await open();
    const region = panel('Media strip');

    fireEvent.pointerEnter(region, { pointerType: 'mouse' });
    expect(region.dataset['open']).toBe('true');
    fireEvent.pointerLeave(region, { pointerType: 'mouse' });

    expect(region.dataset['open']).toBe('false');
  });

  it('renders a few of thousands of cards, with one tab stop', async () => {
    const media = Array.from({ length: 500 }, (_, index) => mediaItem(`m${index}`));
    await renderAnalytics(<PostInsightsPage />, { ...replies, 'media/get': { media, total: 5000 } });

    const cards = await waitFor(() => strip().getAllByRole('button', { name: /Caption of m/ }));

    expect(cards.length).toBeLessThan(30);
    expect(cards.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(panel('Media strip').textContent).toContain('5,000 posts');
    fireEvent.keyDown(cards[0] ?? panel('Media strip'), { key: 'ArrowRight' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Caption of m1'));
  });

  it('shows four skeletons while loading', async () => {
    const { container } = await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/get': () => new Promise(() => {}),
    });

    expect(container.querySelectorAll('[aria-label="Media strip"] [data-skeleton]')).toHaveLength(4);
  });
});

describe('without data', () => {
  it('shows an empty state in every panel', async () => {
    await renderAnalytics(<PostInsightsPage />, {
      'media/get': { media: [], total: 0 },
      'media/aggregated': nothing,
      'media/opportunities': { from: '2026-08-23', to: '2026-11-20', posts: 0, stories: 0, opportunities: [] },
    });

    expect(await screen.findByText('No data available for selected posts')).toBeTruthy();
    for (const text of [
      'No media available to display for the selected range.',
      'No interaction data for the selected media.',
      'No format performance data available',
      'No profile activity data available',
      'No posts to display',
      'No media found for the selected filters.',
      'No recommendations yet.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(panel('Total Reach').textContent).toContain('0');
  });
});

describe('after a failed call', () => {
  it('reports the failure in every panel instead of zeros, and retries all with one click', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/aggregated': (body: { mediaIds: string[] | null }) => (answer === refused ? refused : makeAggregate(body)),
    });

    for (const name of ['Total Reach', 'Views', 'Avg Engagement Rate', 'Total Interactions']) {
      expect(await within(panel(name)).findByText('Could not load')).toBeTruthy();
      expect(panel(name).textContent).not.toMatch(/\d/);
    }
    for (const name of ['Top Post', 'Post Performance', 'Post Interaction Breakdown', 'Format Performance'])
      expect(within(panel(name)).getByText('Could not load')).toBeTruthy();
    expect(within(panel('Top Performing Posts')).getByText('Could not load posts')).toBeTruthy();
    answer = null;
    fireEvent.click(within(panel('Total Reach')).getByRole('button', { name: 'Try again' }));

    await waitFor(() => expect(panel('Total Reach').textContent).toContain('550'));
  });

  it('names collaborations in the table, top post and strip, and filters by them', async () => {
    const makeCollab = (body: { mediaIds: string[] | null }): MediaAggregate => {
      const aggregate = makeAggregate(body);
      const [first, ...rest] = aggregate.mediaMetrics.map((one) =>
        one.mediaId === 'a' ? { ...one, collaborators: ['theo'] } : one,
      );
      return { ...aggregate, topMediaPost: first ?? null, mediaMetrics: first ? [first, ...rest] : [] };
    };
    const media = Object.keys(sizes).map((id) => mediaItem(id, { collaborators: id === 'a' ? ['theo'] : [] }));
    await renderAnalytics(
      <PostInsightsPage />,
      { ...replies, 'media/aggregated': makeCollab, 'media/get': { media, total: 3 } },
      '/?format=Collabs',
    );

    await waitFor(() => expect(panel('Top Post').textContent).toContain('Reel · Collab'));
    expect(within(panel('Top Performing Posts')).getAllByText('Reel · Collab', { exact: false })).toHaveLength(1);
    await waitFor(() => expect(card('a').textContent).toContain('Reel · Collab'));
    expect(strip().queryByText('Caption of b')).toBeNull();
  });

  it('says when posts show no clear pattern', async () => {
    await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/opportunities': { from: '2026-08-23', to: '2026-11-20', posts: 34, stories: 0, opportunities: [] },
    });

    expect(
      await within(panel('Opportunities to Test')).findByText('No significant differences between these posts.'),
    ).toBeTruthy();
  });

  it('distinguishes failed recommendations from none', async () => {
    await renderAnalytics(<PostInsightsPage />, { ...replies, 'media/opportunities': refused });

    expect(await within(panel('Opportunities to Test')).findByText('Could not load')).toBeTruthy();
    expect(within(panel('Opportunities to Test')).getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('reports a failed strip once, and retries it there', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/get': () => answer,
      'media/aggregated': refused,
    });

    // The first toast loads its code.
    expect(await screen.findByText('Unabled to retreive media', {}, { timeout: 5000 })).toBeTruthy();
    expect(strip().queryByText('No media found for the selected filters.')).toBeNull();
    expect(document.querySelectorAll('[data-sonner-toast]').length).toBeLessThanOrEqual(1);
    answer = replies['media/get'];
    fireEvent.click(strip().getByRole('button', { name: 'Try again' }));

    await waitFor(() => card('a'));
  });
});

describe('approximate values', () => {
  const marked = (body: { mediaIds: string[] | null }): MediaAggregate => {
    const exactly = makeAggregate(body);
    const mark = approximate('before_first_sync');
    return {
      ...exactly,
      totals: { ...exactly.totals, ...mark },
      topMediaPost: exactly.topMediaPost && { ...exactly.topMediaPost, ...mark },
      mediaMetrics: exactly.mediaMetrics.map((one) => ({ ...one, ...mark })),
      formats: exactly.formats.map((one) => ({ ...one, ...mark })),
    };
  };

  it('marks approximate values in every panel, and in the sentence', async () => {
    await renderAnalytics(<PostInsightsPage />, { ...replies, 'media/aggregated': marked });
    await screen.findByText('550');

    for (const name of [
      'Total Reach',
      'Views',
      'Total Interactions',
      'Top Post',
      'Post Performance',
      'Post Interaction Breakdown',
      'Format Performance',
      'Top Performing Posts',
    ])
      expect(within(panel(name)).getAllByRole('button', { name: /^Approximate/ }).length).toBeGreaterThan(0);
    const rows = within(screen.getByRole('table', { name: 'Top Performing Posts' }))
      .getAllByRole('row')
      .slice(1);
    for (const row of rows) {
      expect(within(row).getAllByRole('button', { name: /^Approximate/ })).toHaveLength(1);
      expect(within(row).getAllByRole('img', { name: 'approximate' })).toHaveLength(3);
    }
    expect(screen.getByText(/got about/)).toBeTruthy();
  });

  it('does not mark exact values', async () => {
    await open();
    await screen.findByText('550');

    for (const name of ['Views', 'Total Interactions', 'Top Post', 'Post Performance', 'Top Performing Posts'])
      expect(within(panel(name)).queryByRole('button', { name: /^Approximate/ })).toBeNull();
  });

  it('shows a dash without a comparison', async () => {
    await open();
    await screen.findByText('550');

    expect(within(panel('Views')).getByText('no comparison')).toBeTruthy();
  });
});
