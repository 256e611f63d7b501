import type { PublishedMedia } from '@tidemark/contract';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { PostActivityCard } from './post-activity-card.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

const address = '/?from=2026-11-14&to=2026-11-20';
const posts = (count: number, day: string): PublishedMedia[] =>
  Array.from({ length: count }, (_, index) => ({
    mediaId: `${day}-${index}`,
    accountId: '1',
    mediaType: 'reel',
    timestamp: `${day}T12:00:00.000Z`,
    day,
  }));
const answer = (current: PublishedMedia[], previous: PublishedMedia[]) => (body: { isoStart: string }) =>
  body.isoStart.startsWith('2026-11-14') ? current : previous;

it('requests the range and the same number of days before it, and compares the posting frequency', async () => {
  const { asked } = await renderAnalytics(
    <PostActivityCard />,
    { 'list/date/range': answer(posts(14, '2026-11-18'), posts(7, '2026-11-10')) },
    address,
  );

  expect(await screen.findByText('14')).toBeTruthy();
  expect(screen.getByText('2.0 a day')).toBeTruthy();
  expect(screen.getByText('100.0%')).toBeTruthy();
  const ranges = asked.filter(({ path }) => path.endsWith('list/date/range')).map(({ body }) => body);
  expect(ranges).toEqual([
    expect.objectContaining({ isoStart: '2026-11-14T00:00:00.000Z', isoEnd: '2026-11-20T23:59:59.999Z' }),
    expect.objectContaining({ isoStart: '2026-11-07T00:00:00.000Z', isoEnd: '2026-11-13T23:59:59.999Z' }),
  ]);
});

it('says that nothing was published', async () => {
  await renderAnalytics(<PostActivityCard />, { 'list/date/range': [] }, address);

  expect(await screen.findByText('No post activity data available')).toBeTruthy();
});

it('shows zero with the reason if either call fails', async () => {
  await renderAnalytics(
    <PostActivityCard />,
    {
      'list/date/range': (body: { isoStart: string }) =>
        body.isoStart.startsWith('2026-11-14') ? posts(3, '2026-11-18') : refused,
    },
    address,
  );

  expect((await screen.findAllByText('Unable to retrieve post activity')).length).toBeGreaterThan(0);
  expect(document.querySelector('[data-metric=post-activity]')?.getAttribute('data-state')).toBe('failed');
  expect(screen.getByText('0')).toBeTruthy();
});

it('is approximate during the first backfill, and exact during later syncs', async () => {
  const posted = { 'list/date/range': posts(3, '2026-11-18') };
  const reading = (change: object) => ({
    '/account/list': { accounts: [{ ...account, syncRunning: true, ...change }] },
  });

  const first = await renderAnalytics(<PostActivityCard />, { ...posted, ...reading({ lastSyncAt: null }) }, address);
  expect(await screen.findByRole('button', { name: /^Approximate/ })).toBeTruthy();
  first.unmount();

  await renderAnalytics(
    <PostActivityCard />,
    { ...posted, ...reading({ lastSyncAt: '2026-11-21T12:00:00.000Z' }) },
    address,
  );
  await screen.findByText('0.4 a day');
  expect(screen.queryByRole('button', { name: /^Approximate/ })).toBeNull();
});

describe('while a day is running', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 20, 15), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it('computes trend and frequency from closed days', async () => {
    const current = [...posts(6, '2026-11-18'), ...posts(8, '2026-11-20')];
    await renderAnalytics(
      <PostActivityCard />,
      { 'list/date/range': answer(current, posts(6, '2026-11-10')) },
      address,
    );

    expect(await screen.findByText('14')).toBeTruthy();
    expect(screen.getByText('1.0 a day')).toBeTruthy();
    expect(screen.getByText('flat')).toBeTruthy();
    expect(screen.getByText('so far')).toBeTruthy();
    expect(
      screen.getByRole('button', { name: /^Approximate\. The actual number is at least 14\. A day in this range/ }),
    ).toBeTruthy();
  });
});
