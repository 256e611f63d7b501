import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { userQuery } from '#web/platform/session/user.query.ts';
import { AnalyticsTabs, listTabs } from './analytics-tabs.tsx';
import { renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';

it('offers Post Insights to the system-admin only', () => {
  expect(listTabs('system-admin')).toEqual(['overview', 'post-insights']);
  expect(listTabs('user')).toEqual(['overview']);
});

async function renderTabs(role: 'user' | 'system-admin', address = '/') {
  const view = await renderAnalytics(<Loaded />, { 'user/load': { user: { role } } }, address);
  return view;
}

function Loaded() {
  const { data } = useQuery(userQuery);
  return data ? <AnalyticsTabs /> : null;
}

describe('tab list', () => {
  it('is hidden for a single tab, whatever the URL says', async () => {
    const { container, queries } = await renderTabs('user', '/?tab=post-insights');
    await waitFor(() => expect(queries.getQueryData(userQuery.queryKey)).toBeDefined());

    expect(container.querySelector('[role=tab]')).toBeNull();
  });

  it('changes tabs by click and by arrow keys', async () => {
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
