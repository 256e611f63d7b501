import { postFigureNames } from '@tidemark/contract';
import { mapNames } from '@tidemark/contract/map-names';
import { ageInWords, ageLabel, scoreSentence, type PostData } from '@tidemark/presentation';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withInstagramLogin, withoutPage } from '#web/features/connections/without-page.fixtures.ts';
import { approximate, exact } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ConfigContext } from '#web/platform/config.ts';
import { PostPage } from './post-page.tsx';

const score = {
  percentile: 93.5,
  basis: 'same_age' as const,
  ageMinutes: 2_880,
  value: 2_900,
  posts: 23,
  levelChange: 0,
  soFar: null,
  missing: null,
  ...approximate('between_measurements'),
};
const summary = {
  mediaId: 'm1',
  accountId: account._id,
  mediaType: 'reel' as const,
  timestamp: '2026-11-20T12:00:00.000Z',
  caption: 'Slow Sunday bread',
  permalink: 'https://www.instagram.com/reel/m1/',
  thumbnailUrl: null,
};
const band = [60, 360, 2_880].map((ageMinutes, index) => ({
  ageMinutes,
  low: 100 * (index + 1),
  median: 200 * (index + 1),
  high: 400 * (index + 1),
  posts: 23,
}));
const data: PostData = {
  post: {
    ...summary,
    mediaUrl: null,
    hashtags: ['bread'],
    mentions: [],
    collaborators: [],
    isCollaboration: false,
    isGone: false,
    syncedAt: '2026-11-22T12:00:00.000Z',
  },
  figures: {
    ...mapNames(postFigureNames, () => null),
    views: 2_900,
    reach: 2_000,
    total_interactions: 150,
    likes: 100,
    comments: 20,
    saved: 20,
    engagement_rate: 7.5,
    ig_reels_avg_watch_time: 6_400,
    total_views: 2_700,
    facebook_views: 340,
    crossposted_views: 3_240,
  },
  measurements: [
    { ageMinutes: 60, views: 310, reach: 200, total_interactions: null },
    { ageMinutes: 360, views: 1_400, reach: 900, total_interactions: null },
    { ageMinutes: 2_880, views: 2_900, reach: 2_000, total_interactions: null },
  ],
  bands: { views: band, reach: [], total_interactions: [] },
  scores: {
    views: score,
    reach: { ...score, percentile: null, posts: 4, missing: 'not_enough_posts', ...exact },
    total_interactions: { ...score, percentile: null, missing: 'not_reported', ...exact },
  },
  ranking: [
    { ...summary, views: 2_900, score },
    {
      ...summary,
      mediaId: 'm2',
      caption: 'Older reel',
      views: 80,
      score: { ...score, percentile: null, posts: 4, ...exact },
    },
  ],
  neighbours: { earlier: null, later: null },
};
const withNeighbours = (earlier: string | null, later: string | null) => ({ ...data, neighbours: { earlier, later } });
const page = <PostPage accountId={account._id} mediaId="m1" />;
const replies = (post: PostData) => ({ '/post/m1': post });

it('leads to the posts before and after it, where there are some', async () => {
  const { unmount } = await renderAnalytics(page, replies(withNeighbours('m0', 'm2')));
  const links = within(await screen.findByRole('navigation', { name: 'Posts of the account' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent.trim(), link.getAttribute('href')])).toEqual([
    ['Previous', `/account/${account._id}/post/m0`],
    ['Next', `/account/${account._id}/post/m2`],
  ]);
  unmount();

  await renderAnalytics(page, replies(withNeighbours('m0', null)));

  await screen.findByRole('link', { name: 'Previous' });
  expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
});

it('rates the post for its age, with the number of compared posts and an estimate mark', async () => {
  await renderAnalytics(page, replies(data));

  const [sentence] = await screen.findAllByText(/More views than 94% of the previous 23 reels at the same age, 2 days/);
  expect(within(sentence as HTMLElement).getByRole('button', { name: /^Approximate/ })).toBeTruthy();
});

it('draws the curve inside the band, with keyboard access and a table', async () => {
  const { container } = await renderAnalytics(page, replies(data));
  const chart = await screen.findByRole('application', { name: /Views of this reel by age/ });
  expect(container.querySelector('output')?.textContent).toContain('2,900after 2 daysusually 300 to 1,200');

  fireEvent.keyDown(chart, { key: 'ArrowLeft' });

  expect(container.querySelector('output')?.textContent).toContain('1,400after 6 husually 200 to 800');
  const table = screen.getByRole('table', { name: 'Views of this reel by age' });
  expect(within(table).getAllByRole('row')).toHaveLength(data.measurements.length + 1);
});

it('says why there is no band or score, and which metrics Instagram does not report', async () => {
  await renderAnalytics(page, replies(data));

  fireEvent.click(await screen.findByRole('radio', { name: 'Reach' }));
  expect(
    await screen.findByText(/No score: it needs 10 earlier reels with a value at this age and has 4/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Interactions' }));

  expect(await screen.findByText('No interactions by age')).toBeTruthy();
  expect(screen.getByText('Shares').closest('div')?.textContent).toContain('not reported');
  expect(screen.queryByText('Profile visits')).toBeNull();
  expect(screen.queryByText('Views with ads')).toBeNull();
  expect(screen.getByText('Views on Facebook').closest('div')?.textContent).toContain('340');
});

describe('a story', () => {
  const toStory = (mediaId: string, change: object = {}) => ({
    ...summary,
    mediaId,
    mediaType: 'story',
    caption: '',
    reach: 900,
    views: 950,
    replies: null,
    taps_forward: 70,
    taps_back: 4,
    swipes_forward: 2,
    exits: 9,
    ...change,
  });
  const day = {
    day: '2026-11-20',
    stories: [toStory('m0', { reach: 1_000, exits: 3 }), toStory('m1'), toStory('m2', { reach: null, exits: null })],
    usualReach: { median: 600, stories: 20 },
  };
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const dayPath = `/post/m1/stories?${new URLSearchParams({ timeZone }).toString()}`;
  const storyReplies = {
    '/post/m1': { ...data, post: { ...data.post, mediaType: 'story' as const } },
    [dayPath]: day,
  };

  it('is compared with the usual reach, and shown among the stories of its day', async () => {
    await renderAnalytics(page, storyReplies);

    expect(await screen.findByText('Reached 900 people, 1.5 times as many as usual.')).toBeTruthy();
    const card = within(await screen.findByRole('region', { name: 'That day' }));
    expect(
      card.getByText(
        'Story 2 of 3 that day. It reached 90% as many people as the first. Story 2 lost the largest share of its viewers: 1%.',
      ),
    ).toBeTruthy();
    const [first, current, last] = card.getAllByRole('listitem').map((item) => within(item).getByRole('link'));
    expect(current?.getAttribute('aria-current')).toBe('page');
    expect(first?.getAttribute('href')).toContain('/post/m0');
    expect(last?.textContent).toContain('Reached —');
    expect(card.getByRole('link', { name: 'Previous' }).getAttribute('href')).toContain('/post/m0');
    expect(card.getByRole('link', { name: 'Next' }).getAttribute('href')).toContain('/post/m2');
    expect(screen.queryByText(/not compared|Over time/)).toBeNull();
  });

  it('explains why replies are not reported', async () => {
    await renderAnalytics(page, storyReplies);

    const row = (await screen.findByText(/for accounts in Europe and Japan/)).closest('div');

    expect(row?.textContent).toContain('not reported');
  });

  it('still shows its metrics if the day fails to load', async () => {
    await renderAnalytics(page, { ...storyReplies, [dayPath]: refused });

    expect(await screen.findByText('Could not load the day’s stories')).toBeTruthy();
    expect(screen.getByText('Engagement rate')).toBeTruthy();
  });
});

it("ranks the format's posts, and shows how many posts a score still needs", async () => {
  await renderAnalytics(page, replies(data));

  const table = await screen.findByRole('table', { name: 'Latest reels by score' });
  expect(within(table).getByRole('link', { name: 'Older reel' }).getAttribute('href')).toContain('/post/m2');
  expect(within(table).getByText('4 of 10 posts')).toBeTruthy();
});

it('offers a next step when the post is unknown or failed to load', async () => {
  const unknown = {
    status: 404,
    body: { success: false, message: 'x', error: { code: 'media_not_found', message: 'x', requestId: '1' } },
  };
  const { unmount } = await renderAnalytics(page, { '/post/m1': unknown });
  expect(await screen.findByText('This post is not stored.')).toBeTruthy();
  unmount();

  await renderAnalytics(page, { '/post/m1': refused });
  expect(await screen.findByText('Could not load the post')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

it.each([
  [100, 'More views than any of the previous 23 reels at the same age, 2 days.'],
  [0, 'Fewer views than any of the previous 23 reels at the same age, 2 days.'],
  [99.8, 'More views than 99% of the previous 23 reels at the same age, 2 days.'],
])('writes the score %s', (percentile, text) => {
  expect(scoreSentence({ ...score, percentile }, 'views', 'reel')).toBe(text);
});

it.each([
  [12, 'After 27 hours, already more views than 12% of the previous 30 reels in total.'],
  [100, 'After 27 hours, already more views than any of the previous 30 reels in total.'],
  [0, 'After 27 hours, no more views yet than any of the previous 30 reels in total.'],
])('compares a young post with final results if none are known at its age (%d%%)', (percentile, text) => {
  const soFar = { percentile, posts: 30, ageMinutes: 27 * 60 };

  expect(scoreSentence({ ...score, percentile: null, missing: 'not_enough_posts', soFar }, 'views', 'reel')).toBe(text);
});

it('accounts for account growth and decline', () => {
  expect(scoreSentence({ ...score, percentile: 62, levelChange: 45 }, 'views', 'reel')).toMatch(
    /, adjusted for 45% growth over these posts\.$/,
  );
  expect(scoreSentence({ ...score, percentile: 0, levelChange: -20 }, 'views', 'reel')).toMatch(
    /, adjusted for a 20% decline over these posts\.$/,
  );
});

it('formats ages', () => {
  expect([45, 360, 2_880, 14_400].map(ageLabel)).toEqual(['45 min', '6 h', '2 days', '10 days']);
  expect([1, 60, 360].map(ageInWords)).toEqual(['1 minute', '1 hour', '6 hours']);
});

it('says what is unknown, of accounts that only a login at Instagram reaches', async () => {
  const listed = { ...account, _id: '2', facebookId: '1048576' };
  const other = { ...account, _id: '3' };
  const show = ({ _id }: typeof account) => <PostPage key={_id} accountId={_id} mediaId={_id} />;
  const reply = ({ _id }: typeof account) => ({
    [`/post/${_id}`]: { ...data, post: { ...data.post, accountId: _id, mediaId: _id } },
  });

  await renderAnalytics(
    <ConfigContext value={withInstagramLogin}>{[account, listed, other].map(show)}</ConfigContext>,
    {
      '/account/list': { accounts: [account, listed, other] },
      '/user/connections/meta': withoutPage(account._id, listed._id),
      ...reply(account),
      ...reply(listed),
      ...reply(other),
    },
  );

  expect(await screen.findAllByText(/Collaborators and metrics with advertising are unknown/)).toHaveLength(1);
  expect(screen.getAllByText(/^Synced/)).toHaveLength(3);
});
