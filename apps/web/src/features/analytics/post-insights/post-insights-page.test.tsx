import { type MeasuredMedia, type MediaAggregate } from '@tidemark/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaItem } from '../made-up.ts';
import { account, refused, renderAnalytics, type Replies } from '../render-analytics.tsx';
import { PostInsightsPage } from './post-insights-page.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // A row of cards needs a width, which this browser does not measure.
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
  engagement_rate: 10,
});
const sizes: Record<string, number> = { a: 30, b: 20, c: 5 };

/** Answers as the server does: of what is asked for. */
function aggregateOf({ mediaIds }: { mediaIds: string[] | null }): MediaAggregate {
  const media = (mediaIds ?? Object.keys(sizes))
    .map((id) => measured(id, sizes[id] ?? 0))
    .toSorted((one, other) => (other.total_interactions ?? 0) - (one.total_interactions ?? 0));
  const sum = media.reduce((total, one) => total + (one.total_interactions ?? 0), 0);
  const totals = { ...counts(sum), avgEngagementRate: 10, isApprox: false, reachIsApprox: media.length > 1 };
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
      },
    ],
    profileActivity: { posts: media.length, actions: [{ action: 'profile_visits', value: media.length * 7 }] },
    storyNavigation: { stories: 1, moves: [{ move: 'tap_forward', value: 3 }] },
  };
}
const advice = ({ mediaIds }: { mediaIds: string[] | null }) => ({
  from: mediaIds ? null : '2026-08-23',
  to: mediaIds ? null : '2026-11-20',
  posts: mediaIds ? mediaIds.length : 34,
  stories: 0,
  opportunities: mediaIds ? [] : [{ kind: 'reels_share', posts: 34, reels: 7, reachShare: 0.62, postShare: 0.21 }],
});
const replies: Replies = {
  'media/get': { media: Object.keys(sizes).map((id) => mediaItem(id)), total: 3 },
  'media/aggregated': aggregateOf,
  'media/opportunities': advice,
};
const nothing = {
  ...aggregateOf({ mediaIds: [] }),
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
  it('shows what all posts of the range brought', async () => {
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
    expect((await screen.findByText('last 90 days, 34 posts')).closest('li')?.textContent).toContain(
      'Reels bring 62% of reach with 21% of posts.',
    );
  });

  it('asks with all metrics, and no media', async () => {
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

describe('a selection', () => {
  it('drives every panel, and Reset gives all of them back', async () => {
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
    expect(panel('Opportunities to Test').textContent).toContain('It takes 8 posts to see a pattern: 2 are selected.');
    const bodies = asked.filter(({ path }) => path.endsWith('media/aggregated')).map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({ mediaIds: ['b', 'c'] });

    fireEvent.click(strip().getByRole('button', { name: 'Reset' }));

    await waitFor(() => expect(panel('Total Reach').textContent).toContain('550'));
    expect(strip().queryByRole('button', { name: 'Reset' })).toBeNull();
  });

  it('lives in the address', async () => {
    const { router } = await open('/?media=b');
    await waitFor(() => expect(panel('Top Post').textContent).toContain('Caption of b'));
    await waitFor(() => card('b'));

    fireEvent.click(card('b'));

    await waitFor(() => expect(panel('Top Post').textContent).toContain('Caption of a'));
    expect(router.state.location.search).toEqual({});
  });

  it('of posts that are gone selects nothing', async () => {
    const gone = {
      status: 404,
      body: { success: false, message: 'No', error: { code: 'media_not_found', message: 'No', requestId: '1' } },
    };
    await renderAnalytics(
      <PostInsightsPage />,
      {
        ...replies,
        'media/aggregated': (body: { mediaIds: string[] | null }) => (body.mediaIds ? gone : aggregateOf(body)),
      },
      '/?media=gone',
    );

    await waitFor(() => expect(panel('Total Reach').textContent).toContain('550'));
  });

  it('never shows an answer that came too late', async () => {
    const late = Promise.withResolvers<MediaAggregate>();
    await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/aggregated': (body: { mediaIds: string[] | null }) =>
        body.mediaIds?.length === 1 ? late.promise : aggregateOf(body),
    });
    await screen.findByText('550');
    await waitFor(() => card('a'));

    fireEvent.click(card('a'));
    await waitFor(() => expect(card('a').getAttribute('aria-pressed')).toBe('true'));
    fireEvent.click(card('c'));
    await waitFor(() => expect(panel('Total Reach').textContent).toContain('350'));
    late.resolve(aggregateOf({ mediaIds: ['a'] }));
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(panel('Total Reach').textContent).toContain('350');
  });
});

describe('the strip', () => {
  it('asks for another mode, and narrows to a format', async () => {
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

  it('opens by its handle and closes by Escape', async () => {
    await open();
    const handle = await waitFor(() => strip().getByRole('button', { name: /^Media/ }));

    fireEvent.click(handle);
    expect(handle.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(handle, { key: 'Escape' });

    expect(handle.getAttribute('aria-expanded')).toBe('false');
  });

  it('opens under the mouse, and collapses when it leaves', async () => {
    await open();
    const region = panel('Media strip');

    fireEvent.pointerEnter(region, { pointerType: 'mouse' });
    expect(region.dataset['open']).toBe('true');
    fireEvent.pointerLeave(region, { pointerType: 'mouse' });

    expect(region.dataset['open']).toBe('false');
  });

  it('has only a few of thousands of cards in the page, one of them in the way of the Tab key', async () => {
    const media = Array.from({ length: 500 }, (_, index) => mediaItem(`m${index}`));
    await renderAnalytics(<PostInsightsPage />, { ...replies, 'media/get': { media, total: 5000 } });

    const cards = await waitFor(() => strip().getAllByRole('button', { name: /Caption of m/ }));

    expect(cards.length).toBeLessThan(30);
    expect(cards.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(panel('Media strip').textContent).toContain('5,000 posts');
    fireEvent.keyDown(cards[0] ?? panel('Media strip'), { key: 'ArrowRight' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Caption of m1'));
  });

  it('shows four skeletons while it loads', async () => {
    const { container } = await renderAnalytics(<PostInsightsPage />, {
      ...replies,
      'media/get': () => new Promise(() => {}),
    });

    expect(container.querySelectorAll('[aria-label="Media strip"] [data-skeleton]')).toHaveLength(4);
  });
});

describe('with nothing to show', () => {
  it.each([
    ['there is nothing', nothing],
    ['the figures could not be loaded', refused],
  ])('every panel says so: %s', async (_, aggregate) => {
    await renderAnalytics(<PostInsightsPage />, {
      'media/get': { media: [], total: 0 },
      'media/aggregated': aggregate,
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
      'No recommendations yet. Connect an account to start tracking media opportunities.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(panel('Total Reach').textContent).toContain('0');
  });

  it('asks for nothing when there is no account', async () => {
    const { asked } = await renderAnalytics(<PostInsightsPage />, { ...replies, '/account/list': { accounts: [] } });

    expect(await screen.findByText('No posts to display')).toBeTruthy();
    expect(asked.filter(({ path }) => path.includes('media/'))).toEqual([]);
  });

  it('only the strip says that its media could not be loaded', async () => {
    await renderAnalytics(<PostInsightsPage />, { ...replies, 'media/get': refused, 'media/aggregated': refused });

    expect(await screen.findByText('Unabled to retreive media')).toBeTruthy();
    expect(screen.getByText('No media found for the selected filters.')).toBeTruthy();
    expect(document.querySelectorAll('[data-sonner-toast]').length).toBeLessThanOrEqual(1);
  });
});

it('explains each panel in a guide', async () => {
  await open();
  await screen.findByText('550');

  fireEvent.click(screen.getByRole('button', { name: 'Post Performance Card Guide' }));

  expect(await screen.findByText(/The mean reach and the mean interactions of a post/)).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /Card Guide$/ })).toHaveLength(11);
});
