import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useQuery } from '@tanstack/react-query';
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

const open = (config = blueskyConfig, type: 'bluesky_account' | 'instagram_account' = 'bluesky_account') =>
  renderAnalytics(
    <ConfigContext value={config}>
      <Loaded />
    </ConfigContext>,
    { 'user/load': { user: { role: 'system-admin' } }, '/account/list': { accounts: [{ ...account, type }] } },
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
  await open(blueskyConfig, 'instagram_account');

  expect(await screen.findByRole('heading', { level: 1, name: 'Instagram' })).toBeTruthy();
  expect(await screen.findByText('Virality Score')).toBeTruthy();
});

it('keeps the Overview of Instagram by default', async () => {
  await open(stubbedConfig, 'instagram_account');

  expect(await screen.findByText('Virality Score')).toBeTruthy();
});
