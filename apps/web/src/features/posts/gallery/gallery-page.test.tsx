import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { account, refused, renderAnalytics, type Replies } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { gallery, post, toOtherPost } from './gallery.fixtures.ts';
import { GalleryPage } from './gallery-page.tsx';
import { isBest } from './compare-dialog.tsx';

const range = 'from=2026-11-01&to=2026-11-26';
const show = (replies: Replies = {}, search = '') =>
  renderAnalytics(
    <GalleryPage>
      <p>After the posts</p>
    </GalleryPage>,
    { '/posts/gallery': gallery, '/labels': { labels: [] }, 'media/labels': { posts: [] }, ...replies },
    `/?${range}&${search}`,
  );
const lastBody = (asked: { path: string; body: unknown }[]) =>
  asked.findLast(({ path }) => path.endsWith('/posts/gallery'))?.body;
const tile = (name: RegExp) => screen.findByRole('link', { name });

describe('head', () => {
  it('names the best post and the leading format', async () => {
    await show();

    const title = await screen.findByRole('link', { name: /^“/ });
    expect(title.getAttribute('href')).toContain(`/account/${account._id}/post/m1`);
    expect(title.closest('p')?.textContent).toBe(
      'Your best post, a reel: “What’s in the box today” — 28,064 views, 2.1 times your median.',
    );
    expect(screen.getByText('Reels get 1.3 to 1.8 times the views of your other posts.')).toBeTruthy();
  });

  it('makes no comparison that the posts do not support', async () => {
    const best = toOtherPost('m1', { timesUsual: null, usual: null });
    const formats = gallery.formats.map((row) => ({ ...row, posts: 2 }));
    await show({ '/posts/gallery': { ...gallery, best, leader: null, formats, matching: 4 } });

    const title = await screen.findByRole('link', { name: /^“/ });
    expect(title.closest('p')?.textContent).toBe('Your best post, a reel: “What’s in the box today” — 28,064 views.');
    expect(screen.getByText('4 posts, too few to compare formats.')).toBeTruthy();
  });
});

it('does not call a post the best that is below the median', async () => {
  await show({ '/posts/gallery': { ...gallery, best: toOtherPost('m1', { timesUsual: 0.62 }) } });

  const title = await screen.findByRole('link', { name: /^“/ });
  expect(title.closest('p')?.textContent).toBe(
    'Most views, a reel: “What’s in the box today” — 28,064 views, 0.6 times your median.',
  );
});

it('calls a post the best of those that match, whatever the median', async () => {
  const best = toOtherPost('m1', { timesUsual: 0.62 });
  await show({ '/posts/gallery': { ...gallery, best } }, 'weekday=tue');

  const title = await screen.findByRole('link', { name: /^“/ });
  expect(title.closest('p')?.textContent).toMatch(/^The best post here, a reel: /);
});

describe('tiles', () => {
  it('link to the post with its numbers in words', async () => {
    await show();

    const link = await tile(/Reel: What’s in the box today/);

    for (const text of ['28,064 views', '18,112 reached', '1,237 interactions', '6.8% engagement', '2.1× median'])
      expect(link.textContent).toContain(text);
  });

  it('show a dash for a number that Instagram does not report', async () => {
    await show();

    const link = await tile(/Reel without a caption/);

    expect(link.textContent).toContain('— views');
    expect(link.textContent).not.toContain('0 views');
  });

  it('show billions and zero', async () => {
    const many = toOtherPost('m3', { metrics: { ...post.metrics, views: 1_000_000_000, reach: 0 } });
    await show({ '/posts/gallery': { ...gallery, posts: [many] } });

    const link = await tile(/Reel: /);

    expect(link.textContent).toContain('1B views');
    expect(link.textContent).toContain('0 reached');
  });

  it('show more on request', async () => {
    const pages = [
      { ...gallery, total: 30 },
      { ...gallery, posts: [toOtherPost('m30', { caption: 'The last one' })], total: 30 },
    ];
    await show({ '/posts/gallery': (body: { page: number }) => pages[body.page] });
    await tile(/Reel: What’s in the box today/);

    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));

    expect(await tile(/The last one/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('view', () => {
  it('is requested as the URL says', async () => {
    const { asked } = await show(
      {},
      'sort=likes.asc&only=worst&kind=REEL&weekday=thu&hashtag=bread&search=box&stories=on',
    );
    await tile(/Reel: What’s in the box today/);

    expect(lastBody(asked)).toMatchObject({
      accountIds: [account._id],
      isoStart: '2026-11-01T00:00:00.000Z',
      metric: 'likes',
      sort: { by: 'metric', direction: 'asc' },
      pick: 'worst',
      filters: { query: 'box', format: 'REEL', weekday: 4, hashtag: 'bread', withStories: true },
    });
    expect(screen.getByText('Posts under 48 hours old are left out.')).toBeTruthy();
  });

  it('is filtered by a row of What works, and by it again not', async () => {
    const { router } = await show();

    fireEvent.click(await screen.findByRole('button', { name: '#bread' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ hashtag: 'bread' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Thursday' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ hashtag: 'bread', weekday: 'thu' }));
    fireEvent.click(await screen.findByRole('button', { name: '#bread', pressed: true }));

    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('hashtag'));
  });

  it('loses one filter with its chip, and all with Clear filters', async () => {
    const { router } = await show({}, 'kind=REEL&weekday=thu&search=box');

    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Thursdays' }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('weekday'));
    expect(router.state.location.search).toMatchObject({ kind: 'REEL', search: 'box' });
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));

    await waitFor(() => expect(router.state.location.search).toEqual({ from: '2026-11-01', to: '2026-11-26' }));
  });

  it('shows a list, sorted from its column heads', async () => {
    const { router } = await show({}, 'view=list');
    const table = within(await screen.findByRole('table', { name: 'Posts' }));

    fireEvent.click(table.getByRole('button', { name: /Saves/ }));

    await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'saved.desc' }));
    expect(table.getAllByRole('row')).toHaveLength(3);
  });

  it('shows a month with its empty days, and the one before', async () => {
    const { asked, router } = await show({}, 'view=calendar&month=2026-11');

    expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeTruthy();
    const day = (await screen.findByRole('heading', { name: /Friday, Nov 20/ })).closest('li');
    await waitFor(() => expect(within(day ?? document.body).getAllByRole('link')).toHaveLength(2));
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(30);
    expect(lastBody(asked)).toMatchObject({
      listed: { isoStart: '2026-11-01T00:00:00.000Z', isoEnd: '2026-11-30T23:59:59.999Z' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Previous month' }));

    await waitFor(() => expect(router.state.location.search).toMatchObject({ month: '2026-10' }));
  });
});

describe('comparison', () => {
  it('opens for selected posts, and marks the best value in words', async () => {
    const other = toOtherPost('m2', { caption: 'Second', metrics: { ...post.metrics, views: 5, likes: 901 } });
    const posts = [post, other];
    const { router, asked } = await show({ '/posts/gallery': { ...gallery, posts } });

    fireEvent.click(await screen.findByRole('checkbox', { name: /Select reel of .*What’s in the box today/ }));
    const compare = await screen.findByRole('button', { name: 'Compare' });
    expect(compare).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: /Second/ }));
    await waitFor(() => expect(compare).toHaveProperty('disabled', false));
    fireEvent.click(compare);

    const dialog = within(await screen.findByRole('dialog', { name: 'Compare posts' }));
    const row = async (name: string) => (await dialog.findByRole('rowheader', { name })).closest('tr')?.textContent;
    expect(await row('Views')).toBe('Views28,064 best5');
    expect(await row('Likes')).toBe('Likes900901 best');
    expect(await row('Reach')).toBe('Reach18,11218,112');
    expect(await row('Follows')).toBe('Follows——');
    expect(router.state.location.search).toMatchObject({
      selected: `${account._id}.m1,${account._id}.m2`,
      comparing: 'on',
    });
    expect(lastBody(asked)).toMatchObject({ posts: [{ mediaId: 'm1' }, { mediaId: 'm2' }] });
  });

  it('selects a range with Shift, up to eight posts', async () => {
    const posts = Array.from({ length: 10 }, (_, index) => toOtherPost(`m${index}`, { caption: `Post ${index}` }));
    const { router } = await show({ '/posts/gallery': { ...gallery, posts } });
    const boxes = await screen.findAllByRole('checkbox', { name: /Select/ });

    fireEvent.click(boxes[0] ?? document.body);
    await screen.findByText('1 post selected');
    fireEvent.click(boxes[9] ?? document.body, { shiftKey: true });

    expect(await screen.findByText('8 posts selected')).toBeTruthy();
    expect(screen.getByText(', the maximum')).toBeTruthy();
    const inUrl = posts.slice(0, 8).map(({ accountId, mediaId }) => `${accountId}.${mediaId}`);
    expect(router.state.location.search).toMatchObject({ selected: inUrl.join(',') });
  });

  it('marks no best value among equal or single ones', () => {
    expect(isBest(3, [3, 3])).toBe(false);
    expect(isBest(3, [3, null])).toBe(false);
    expect(isBest(3, [3, 2, 3])).toBe(true);
    expect(isBest(null, [null, 2, 3])).toBe(false);
  });
});

describe('states', () => {
  const none = { ...gallery, posts: [], total: 0, matching: 0, best: null, leader: null };

  it('says what to do without posts in the range', async () => {
    await show({ '/posts/gallery': { ...none, published: 0 } });

    expect(await screen.findByText('No posts in this range yet.')).toBeTruthy();
    expect(screen.getByText('No posts in this range')).toBeTruthy();
  });

  it('offers to clear filters that match nothing', async () => {
    const { router } = await show({ '/posts/gallery': none }, 'search=nothing');

    expect(await screen.findByText('No posts match these filters.')).toBeTruthy();
    fireEvent.click((await screen.findAllByRole('button', { name: 'Clear filters' })).at(-1) ?? document.body);

    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('search'));
  });

  it('reports a failure and retries on request', async () => {
    let reply: unknown = refused;
    await show({ '/posts/gallery': () => reply });
    expect(await screen.findByText('Could not load the posts')).toBeTruthy();

    reply = gallery;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await tile(/Reel: What’s in the box today/)).toBeTruthy();
  });

  it('asks to select an account if none is', async () => {
    await show({}, 'accounts=none');

    expect(await screen.findByText('No account is selected.')).toBeTruthy();
  });

  it('shows skeletons while loading', async () => {
    await show({ '/posts/gallery': () => new Promise(() => {}) });

    expect(await screen.findByText('After the posts')).toBeTruthy();
    expect(document.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(6);
  });
});
