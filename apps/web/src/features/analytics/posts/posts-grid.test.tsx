import type { PostRow } from '@tidemark/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { account, refused, renderAnalytics } from '../render-analytics.tsx';
import { PostsGrid } from './posts-grid.tsx';

const post: PostRow = {
  id: 'm1',
  platform: 'instagram',
  productType: 'REELS',
  type: 'VIDEO',
  isCarousel: false,
  isVideo: true,
  isStory: false,
  caption: 'Slow Sunday bread',
  timestamp: '2026-11-20T12:00:00.000Z',
  permalink: 'https://www.instagram.com/reel/m1/',
  mediaUrl: null,
  thumbnailUrl: null,
  author: { name: 'maya' },
  accountRef: account._id,
  hashtags: ['bread', '#Bread'],
  mentions: [],
  collaborators: ['theo'],
  reachSeries: [],
  reachTotal: 12_345,
  engagementRate: 4.26,
  viralityScore: 31.4,
  viralityMax: 62.8,
  views: 20_000,
  likes: 10,
  comments: 2,
  follows: 1,
  saved: 3,
  shares: 4,
  totalInteractions: 20,
  ig_reels_avg_watch_time: 6400,
  reach: 12_345,
  taps_forward: null,
  taps_back: null,
  exits: null,
  replies: null,
  trendUp: true,
};
const replies = { 'datagrid/query': { rows: [post], totalRowCount: 12 } };

describe('the posts', () => {
  it('are read five at a time, newest first', async () => {
    const { asked } = await renderAnalytics(<PostsGrid />, replies, '/?from=2026-11-14&to=2026-11-20');

    await screen.findByText('Slow Sunday bread');
    expect(asked.at(-1)?.body).toEqual({
      grid: { paginationModel: { page: 0, pageSize: 5 }, sortModel: [{ field: 'timestamp', sort: 'desc' }] },
      filters: {
        query: '',
        filterMode: 'combined',
        isoStart: '2026-11-14T00:00:00.000Z',
        isoEnd: '2026-11-20T23:59:59.999Z',
      },
      platform: 'instagram',
      accountIds: [account._id],
    });
    expect(screen.getByText('1–5 of 12')).toBeTruthy();
  });

  it('show what they are and what people did with them', async () => {
    await renderAnalytics(<PostsGrid />, replies);

    await screen.findByText('Slow Sunday bread');
    expect(screen.getByRole('link', { name: /Open this reel of Maya Lindqvist/ }).getAttribute('href')).toBe(
      post.permalink,
    );
    expect(screen.getByText('12,345')).toBeTruthy();
    expect(screen.getByText('4.3%')).toBeTruthy();
    expect(screen.getByText('31.4')).toBeTruthy();
    expect(screen.getByRole('button', { name: '1 hashtags' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '1 collaborators' })).toBeTruthy();
  });

  it('are cut where their caption ends, also one that is read from right to left', async () => {
    const caption = 'قهوة الصباح مع أصدقائي في البحر';
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [{ ...post, caption }], totalRowCount: 1 } });

    expect((await screen.findByText(caption)).dir).toBe('auto');
  });

  it('sort descending first, then ascending, from the first page', async () => {
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

  it('are searched once typing rests, and filtered by mode', async () => {
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

  it('are shown as the address says, and the address says what is shown', async () => {
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

  it('start on their first page when the range changes', async () => {
    const { asked, router } = await renderAnalytics(<PostsGrid />, replies, '/?page=2&preset=last-week');
    await screen.findByText('Slow Sunday bread');

    act(() => router.history.push('/?page=2&preset=last-7-days'));

    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ grid: { paginationModel: { page: 0 } } }));
    expect(router.state.location.search).toEqual({ preset: 'last-7-days' });
  });

  it('say so when there are none', async () => {
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': { rows: [], totalRowCount: 0 } });

    expect(await screen.findByText('No posts to display')).toBeTruthy();
  });

  it('can be asked for again after a failure', async () => {
    let answer: unknown = refused;
    await renderAnalytics(<PostsGrid />, { 'datagrid/query': () => answer });
    await screen.findByText('Failed to fetch rows');

    answer = replies['datagrid/query'];
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Slow Sunday bread')).toBeTruthy();
  });
});
