import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { people, weekend } from '#web/features/labels/labels.fixtures.ts';
import { PostsGrid } from './posts-grid.tsx';
import { post } from '../posts.fixtures.ts';

const replies = { 'datagrid/query': { rows: [post], totalRowCount: 12, activitySince: '2026-01-01' } };

describe('posts grid', () => {
  it('loads five posts at a time, newest first', async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies, '/?from=2026-11-14&to=2026-11-20');

    await screen.findByText('Slow Sunday bread');
    expect(asked.at(-1)?.body).toEqual({
      grid: { paginationModel: { page: 0, pageSize: 5 }, sortModel: [{ field: 'timestamp', sort: 'desc' }] },
      filters: {
        query: '',
        filterMode: 'combined',
        isoStart: '2026-11-14T00:00:00.000Z',
        isoEnd: '2026-11-20T23:59:59.999Z',
        timeZone: expect.any(String),
      },
      platform: 'instagram',
      accountIds: [account._id],
    });
    expect(screen.getByText('1–5 of 12')).toBeTruthy();
  });

  it("shows each post's content and interactions", async () => {
    await renderAnalytics(<PostsGrid />, replies);

    await screen.findByText('Slow Sunday bread');
    expect(screen.getByRole('link', { name: /Open this reel of Maya Lindqvist/ }).getAttribute('href')).toBe(
      post.permalink,
    );
    expect(screen.getByText('12,345')).toBeTruthy();
    expect(screen.getByText('4.3%')).toBeTruthy();
    expect(screen.getByText('31.4')).toBeTruthy();
    fireEvent.focus(screen.getByRole('button', { name: 'All facts about this post' }));
    const facts = (await screen.findByRole('tooltip')).textContent;
    expect(facts).toContain('Hashtag #bread');
    expect(facts).toContain('Collaborator @theo');
    expect(facts).toContain('Views 20,000');
  });

  it('cuts captions at their end, including right-to-left ones', async () => {
    const caption = 'قهوة الصباح مع أصدقائي في البحر';
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [{ ...post, caption }], totalRowCount: 1 } });

    expect((await screen.findByText(caption)).closest('p')?.dir).toBe('auto');
  });

  it('shows posts from a day or time of the week, until the filter is removed', async () => {
    const range = 'from=2026-11-14&to=2026-11-20';
    const { asked, router } = await renderAnalytics(<PostsGrid />, replies, `/?${range}&when=2026-11-19`);
    await screen.findByText('Slow Sunday bread');
    expect(asked.at(-1)?.body).toMatchObject({
      filters: { isoStart: '2026-11-19T00:00:00.000Z', isoEnd: '2026-11-19T23:59:59.999Z', filterMode: 'combined' },
    });

    fireEvent.click(screen.getByRole('button', { name: /Show all posts of the range, not only Thursday, Nov 19/ }));

    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({ filters: { isoStart: '2026-11-14T00:00:00.000Z' } }),
    );
    expect(router.state.location.searchStr).not.toContain('when');
  });

  it('requests a weekday as its blocks in UTC, and ignores a day outside the range', async () => {
    const range = 'from=2026-11-14&to=2026-11-20';
    const weekday = await renderAnalytics(<PostsGrid />, replies, `/?${range}&when=thu`);
    await screen.findByText('Published on Thursdays');
    await waitFor(() => {
      const body = weekday.asked.at(-1)?.body;
      expect(body).toMatchObject({ filters: { publishedIn: expect.any(Array), isoStart: '2026-11-14T00:00:00.000Z' } });
    });
    weekday.unmount();

    const late = await renderAnalytics(<PostsGrid />, replies, `/?${range}&when=2026-12-24`);
    await screen.findByText('Slow Sunday bread');

    expect(late.asked.at(-1)?.body).toMatchObject({ filters: { isoStart: '2026-11-14T00:00:00.000Z' } });
    expect(screen.queryByRole('button', { name: /Show all posts of the range/ })).toBeNull();
  });

  it('sorts descending first, then ascending, from the first page', async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies);
    await screen.findByText('Slow Sunday bread');

    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ grid: { paginationModel: { page: 1 } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Reach' }));
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({
        grid: { paginationModel: { page: 0 }, sortModel: [{ field: 'reachTotal', sort: 'desc' }] },
      }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Reach' }));
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({ grid: { sortModel: [{ field: 'reachTotal', sort: 'asc' }] } }),
    );
  });

  it('searches once typing stops, and filters by mode', async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies);
    await screen.findByText('Slow Sunday bread');
    const before = asked.length;

    for (const text of ['s', 'sa', 'sal'])
      fireEvent.change(screen.getByPlaceholderText('Search caption'), { target: { value: text } });
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ filters: { query: 'sal' } }));
    expect(asked.length).toBe(before + 1);

    fireEvent.click(screen.getByRole('radio', { name: 'Published' }));
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ filters: { filterMode: 'published' } }));
  });

  it('synchronises its view with the URL', async () => {
    const { asked, router } = await renderAnalytics(
      <PostsGrid />,
      replies,
      '/?posts=active&search=bread&sort=reachTotal.asc&page=2',
    );

    await screen.findByText('Slow Sunday bread');
    expect(asked.at(-1)?.body).toMatchObject({
      grid: { paginationModel: { page: 1, pageSize: 5 }, sortModel: [{ field: 'reachTotal', sort: 'asc' }] },
      filters: { filterMode: 'active', query: 'bread' },
    });
    fireEvent.click(screen.getByRole('radio', { name: 'Combined' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'bread', sort: 'reachTotal.asc' }));
  });

  it('returns to the first page when the range changes', async () => {
    const { asked, router } = await renderAnalytics(<PostsGrid />, replies, '/?page=2&from=2026-11-01&to=2026-11-07');
    await screen.findByText('Slow Sunday bread');

    act(() => router.history.push('/?page=2&preset=last-7-days'));

    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ grid: { paginationModel: { page: 0 } } }));
    expect(router.state.location.search).toEqual({ preset: 'last-7-days' });
  });

  it('filters by a label, and stores its ID in the URL', async () => {
    const { asked, router } = await renderAnalytics(<PostsGrid />, {
      ...replies,
      'media/labels': { posts: [] },
      '/labels': { labels: [people, weekend] },
    });
    await screen.findByText('Slow Sunday bread');
    const menu = await screen.findByRole('menu', { name: 'Label' });
    fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Weekend' }));

    await waitFor(() =>
      expect(asked.findLast(({ path }) => path.endsWith('query'))?.body).toMatchObject({
        filters: { labelId: weekend.id },
      }),
    );
    expect(router.state.location.search).toEqual({ label: weekend.id });
  });

  it('ignores a deleted label in the URL', async () => {
    const { asked } = await renderAnalytics(
      <PostsGrid />,
      { ...replies, 'media/labels': { posts: [] }, '/labels': { labels: [people] } },
      `/?label=${weekend.id}`,
    );
    await screen.findByRole('button', { name: 'Label: All labels' });

    await waitFor(() => {
      const request = JSON.stringify(asked.findLast(({ path }) => path.endsWith('query'))?.body);
      expect(request).not.toContain(weekend.id);
    });
  });

  it('filters by format, and stores the format in the URL', async () => {
    const { asked, router } = await renderAnalytics(<PostsGrid />, replies);
    await screen.findByText('Slow Sunday bread');

    fireEvent.click(screen.getByRole('button', { name: 'Format: All formats' }));
    // The menu is a native popover, which happy-dom does not open.
    fireEvent(screen.getByRole('menu', { name: 'Format' }), Object.assign(new Event('toggle'), { newState: 'open' }));
    const options = (await screen.findAllByRole('menuitemradio')).map((option) => option.textContent);
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Reels' }));

    expect(options).toEqual(['All formats', 'Posts', 'Reels', 'Carousels', 'Stories']);
    await waitFor(() =>
      expect(asked.at(-1)?.body).toMatchObject({
        grid: { filterModel: { items: [{ field: 'format', operator: 'is', value: 'REEL' }] } },
      }),
    );
    expect(router.state.location.search).toEqual({ kind: 'REEL' });
  });

  it('says from when on the three lists differ, in a range from before the first sync', async () => {
    const early = { 'datagrid/query': { ...replies['datagrid/query'], activitySince: '2026-11-18' } };
    const { router } = await renderAnalytics(<PostsGrid />, early, '/?from=2026-11-14&to=2026-11-20');

    expect(await screen.findByText(/Daily activity since Nov 18, 2026/)).toBeTruthy();
    act(() => router.history.push('/?from=2026-11-18&to=2026-11-20'));

    await waitFor(() => expect(screen.queryByText(/Daily activity since/)).toBeNull());
  });

  it('says that there are no posts', async () => {
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [], totalRowCount: 0 } });

    expect(await screen.findByText('No posts to display')).toBeTruthy();
  });

  it('retries after a failure', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': () => answer });
    await screen.findByText('Failed to fetch rows');

    answer = replies['datagrid/query'];
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Slow Sunday bread')).toBeTruthy();
  });

  it("requests posts by the viewer's calendar days", async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies);

    await screen.findByText('Slow Sunday bread');
    expect(asked.at(-1)?.body).toMatchObject({
      filters: { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone },
    });
    expect(screen.getByText('Lifetime totals for each post')).toBeTruthy();
  });

  it('distinguishes organic counts from those with advertising', async () => {
    const row = { ...post, total_views: 32_000 };
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [row], totalRowCount: 1 } });
    await screen.findByText('Slow Sunday bread');

    expect(screen.getByText('views: 20,000 organic, 32,000 including ads and Facebook')).toBeTruthy();
    expect(screen.getByText('comments')).toBeTruthy();
  });

  it('reads a single like as one', async () => {
    const row = { ...post, likes: 1, total_likes: null };
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [row], totalRowCount: 1 } });
    await screen.findByText('Slow Sunday bread');

    expect(screen.getByText('like')).toBeTruthy();
    expect(screen.queryByText('likes')).toBeNull();
  });

  it('marks posts by other accounts with a badge that names the author', async () => {
    const row = { ...post, isCollaboration: true, author: { name: 'Hafenkind' } };
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [row], totalRowCount: 1 } });

    expect(await screen.findByText('Collab · Hafenkind')).toBeTruthy();
  });

  it('names a story by its time', async () => {
    const story = { ...post, caption: '', isStory: true, productType: 'STORY', timestamp: '2026-11-18T16:12:00.000Z' };
    const rows = [
      { ...story, id: '1' },
      { ...story, id: '2', reachTotal: 0, engagementRate: 0, virilityScore: 0 },
    ];
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows, totalRowCount: 2 } });

    const names = await screen.findAllByRole('link', { name: /^Story, Wed/ });
    expect(names).toHaveLength(2);
    expect(screen.queryByText('Untitled Post')).toBeNull();
  });
});
