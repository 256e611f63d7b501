import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userQuery } from '#web/platform/session/user.query.ts';
import { AnalyticsTabs, tabsOf } from './analytics-tabs.tsx';
import { renderAnalytics } from './render-analytics.tsx';

it('gives Post Insights to the system-admin only', () => {
  expect(tabsOf('system-admin')).toEqual(['overview', 'post-insights']);
  expect(tabsOf('user')).toEqual(['overview']);
});

async function renderTabs(role: 'user' | 'system-admin', address = '/') {
  const view = await renderAnalytics(<Loaded />, { 'user/load': { user: { role } } }, address);
  return view;
}

function Loaded() {
  const { data } = useQuery(userQuery);
  return data ? <AnalyticsTabs /> : null;
}

describe('the strip of tabs', () => {
  it('is not there for one tab alone, whatever the address says', async () => {
    const { container, queries } = await renderTabs('user', '/?tab=post-insights');
    await waitFor(() => expect(queries.getQueryData(userQuery.queryKey)).toBeDefined());

    expect(container.querySelector('[role=tab]')).toBeNull();
  });

  it('goes from tab to tab by click and by arrow keys', async () => {
    const { router } = await renderTabs('system-admin');
    const list = await screen.findByRole('tablist', { name: 'Instagram analytics tabs' });
    const shown = () => screen.getByRole('tab', { selected: true }).textContent;
    expect(shown()).toBe('Overview');

    fireEvent.click(screen.getByRole('tab', { name: 'Post Insights' }));
    await waitFor(() => expect(shown()).toBe('Post Insights'));
    expect(router.state.location.search).toEqual({ tab: 'post-insights' });
    fireEvent.keyDown(list, { key: 'ArrowRight' });

    await waitFor(() => expect(shown()).toBe('Overview'));
    expect(router.state.location.search).toEqual({});
  });
});
