import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userQuery } from '#web/platform/session/user.query.ts';
import { AnalyticsPage } from './analytics-page.tsx';
import { account, refused, type Replies, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => void vi.unstubAllGlobals());

function Loaded() {
  const { data } = useQuery(userQuery);
  return data ? <AnalyticsPage /> : null;
}

const open = (address: string, role: 'user' | 'system-admin' = 'user', replies: Replies = {}) =>
  renderAnalytics(<Loaded />, { 'user/load': { user: { role } }, ...replies }, address);

describe('analytics without a selected account', () => {
  it.each(['/?accounts=none', '/?accounts=none&tab=post-insights'])('shows one message at %s', async (address) => {
    const { asked } = await open(address, 'system-admin');

    expect(await screen.findByText('No accounts selected.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Instagram' })).toBeTruthy();
    expect(screen.queryByText(/No .* data available/)).toBeNull();
    expect(screen.queryByText('Trend Line Chart')).toBeNull();
    expect(asked.some(({ path }) => path.includes('/metrics/'))).toBe(false);
  });

  it('selects all accounts again', async () => {
    const { router } = await open('/?accounts=none');

    fireEvent.click(await screen.findByRole('button', { name: 'Show all accounts' }));

    expect(await screen.findByText('Followers')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('distinguishes accounts that failed to load from none, and retries on request', async () => {
    let answer: unknown = refused;
    await open('/', 'user', { '/account/list': () => answer });

    expect(await screen.findByText('Could not load accounts.')).toBeTruthy();
    expect(screen.queryByText('No accounts linked yet.')).toBeNull();
    answer = { accounts: [account] };
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Followers')).toBeTruthy();
  });

  it('offers to link an account if none is linked', async () => {
    await open('/', 'system-admin', { '/account/list': { accounts: [] } });

    expect((await screen.findByRole('link', { name: 'Link an account' })).getAttribute('href')).toBe('/account/add');
  });
});

class EverythingNear {
  readonly observe: () => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.observe = () => report([{ isIntersecting: true }]);
  }
  disconnect() {}
}

it('replaces only the card that fails to render', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('IntersectionObserver', EverythingNear);
  await open('/', 'user', { '/metrics/breakdown/views': { value: 5, breakdowns: null } });

  const failed = (await screen.findByText('Something went wrong')).closest('section');
  expect(failed?.querySelector('h2')?.textContent).toBe('Views');
  expect(screen.getByRole('heading', { name: 'Reach' })).toBeTruthy();
  expect(screen.getByText('Followers')).toBeTruthy();
  expect(screen.getAllByText('Something went wrong')).toHaveLength(1);
});
