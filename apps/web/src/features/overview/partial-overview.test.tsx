import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Evidence } from '@tidemark/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { useQuery } from '@tanstack/react-query';
import { exact } from '#web/features/metrics/metrics.fixtures.ts';
import { account, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import { ConfigContext } from '#web/platform/config.ts';
import { userQuery } from '#web/platform/session/user.query.ts';
import { blueskyConfig, stubbedConfig } from '#web/platform/stubbed-config.ts';
import { AnalyticsPage } from './analytics-page.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

function Loaded() {
  const { data } = useQuery(userQuery);
  return data ? <AnalyticsPage /> : null;
}

interface Opened {
  config?: typeof blueskyConfig;
  type?: 'bluesky_account' | 'instagram_account';
  replies?: Record<string, unknown>;
  address?: string;
}

const open = ({ config = blueskyConfig, type = 'bluesky_account', replies, address }: Opened = {}) =>
  renderAnalytics(
    <ConfigContext value={config}>
      <Loaded />
    </ConfigContext>,
    {
      ...replies,
      'user/load': { user: { role: 'system-admin' } },
      '/account/list': { accounts: [{ ...account, type }] },
    },
    address,
  );

it('shows only what Bluesky has, and asks for nothing else', async () => {
  const { asked } = await open();

  expect(await screen.findByRole('heading', { level: 1, name: 'Bluesky' })).toBeTruthy();
  expect(await screen.findByText('Followers')).toBeTruthy();
  expect(screen.getAllByText('Interactions').length).toBeGreaterThan(0);
  for (const absent of ['Reach', 'Views', 'Virality Score', 'Demographics', 'Post Insights'])
    expect(screen.queryByText(absent)).toBeNull();
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('/media/datagrid/query'))).toBe(true));
  const paths = asked.map(({ path }) => path).join();
  expect(paths).toContain('/metrics/account/insight/total_interactions');
  expect(paths).not.toMatch(/reach|views|latest|virality/);
});

it('keeps the Overview of Instagram where Bluesky is enabled as well', async () => {
  await open({ type: 'instagram_account' });

  expect(await screen.findByRole('heading', { level: 1, name: 'Instagram' })).toBeTruthy();
  expect(await screen.findByText('Virality Score')).toBeTruthy();
});

it('keeps the Overview of Instagram by default', async () => {
  await open({ config: stubbedConfig, type: 'instagram_account' });

  expect(await screen.findByText('Virality Score')).toBeTruthy();
});

const evidence: Evidence = {
  value: 21,
  ...exact,
  formula: 'Interactions = 6 + 15 = 21',
  answeredBy: 'Bluesky',
  definitions: [{ name: 'likeCount', text: 'Likes of the post.', url: 'https://docs.bsky.app/docs/api/feed' }],
  calls: [
    {
      accountId: account._id,
      fetchedAt: '2026-11-21T09:00:00.000Z',
      path: 'app.bsky.feed.getAuthorFeed',
      parameters: { actor: 'did:plc:maya' },
      days: null,
      body: { feed: [{ post: { likeCount: 15 } }] },
      used: [['feed', 0, 'post', 'likeCount']],
    },
  ],
  omitted: 0,
  missing: [],
  answerDays: 90,
  posts: {
    listed: [{ accountId: account._id, mediaId: '3kpost', caption: 'A new print', value: 15 }],
    omitted: 0,
  },
};

it('opens where interactions come from, with the posts and without a word about Meta', async () => {
  await open({ replies: { 'evidence/total_interactions': evidence } });

  fireEvent.click(await screen.findByRole('button', { name: 'Interactions Card Guide' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Where this number comes from' }));

  const dialog = within(await screen.findByRole('dialog', { name: 'Where Interactions comes from' }));
  expect(await dialog.findByText('Interactions = 6 + 15 = 21')).toBeTruthy();
  for (const heading of ['What Bluesky counts', 'Answers from Bluesky', 'Posts'])
    expect(dialog.getByRole('heading', { name: heading })).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Bluesky’s definition' })).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'A new print' }).getAttribute('href')).toContain('/post/3kpost');
  expect(dialog.queryByText(/Meta|Instagram|What it said before/)).toBeNull();
  const parts = within(dialog.getByLabelText('Part')).getAllByRole('option');
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Total', 'Likes', 'Comments', 'Shares', 'Other']);
});

it('opens what a link names', async () => {
  await open({ replies: { 'evidence/total_interactions': evidence }, address: '/?evidence=total_interactions' });

  expect(await screen.findByRole('dialog', { name: 'Where Interactions comes from' })).toBeTruthy();
});
