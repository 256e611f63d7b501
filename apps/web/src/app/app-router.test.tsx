import type { User } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createSessionClient, SessionContext } from '#web/features/auth/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedUser as user } from '#web/platform/stubbed-user.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { AppRouter } from './app-router.tsx';

function visit(address: string, replies: StubbedApi['replies'] = {}, change: Partial<User> = {}) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  const session = createSessionClient();
  // stubApi replaces the session's token with its own.
  stubApi({
    'POST /user/load': 'offline',
    'GET /account/list': { accounts: [] },
    'GET /account/list/instagram_account/active': { accounts: [] },
    'GET /media/count': { total: 0 },
    'GET /user/connections/meta': { refuse: 'internal_error' },
    [`POST /sse/token/${user._id}`]: { refuse: 'too_many_requests' },
    ...replies,
  });
  window.history.replaceState({}, '', address);
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], {
    user: { ...user, ...change },
    accountRefs: [],
    product: { name: 'Starter', cancelAt: null, currentPeriodEnd: null },
  });
  queries.setQueryData(['accounts', 'list'], { accounts: [] });
  render(
    <ConfigContext value={stubbedConfig}>
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <AppRouter />
          <Toaster />
        </QueryClientProvider>
      </SessionContext>
    </ConfigContext>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("shows 'Unable to load user features.' when a guard's query fails, and redirects to a permitted page", async () => {
  visit('/roadmap', { 'GET /user/check': 'offline' });

  expect(await screen.findByText('Unable to load user features.')).toBeDefined();
  await waitFor(() => expect(window.location.pathname).toBe('/profile'));
});

it("shows a loading state immediately while checking a page's access", async () => {
  visit('/profile', { 'GET /user/check': () => new Promise(() => {}) });
  const panel = await screen.findByRole('complementary', { name: 'Side panel' });
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Loading page' })).toBeNull());

  fireEvent.click(within(panel).getByRole('link', { name: 'Roadmap' }));

  expect(await screen.findByRole('progressbar', { name: 'Loading page' })).toBeDefined();
});

it.each(['/', '/nowhere', '/nowhere/at/all'])(
  'redirects from %s to the profile when no account is linked',
  async (address) => {
    visit(address);

    expect(await screen.findByRole('tab', { name: 'Overview' })).toBeDefined();
    expect(window.location.pathname).toBe('/profile');
    expect(screen.getByText('Profile Information')).toBeDefined();
    expect(screen.getByText('Account Connections')).toBeDefined();
  },
);

it("opens the profile's second tab by click and by arrow key", async () => {
  visit('/profile');
  const overview = await screen.findByRole('tab', { name: 'Overview' });

  fireEvent.keyDown(overview, { key: 'ArrowRight' });
  expect(await screen.findByText('Download Your Data')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Your Data' }));
  expect(window.location.search).toBe('?tab=your-data');

  fireEvent.click(overview);
  expect(await screen.findByText('Profile Information')).toBeDefined();
  expect(screen.getByRole('tab', { name: 'Activity Coming soon' })).toHaveProperty('disabled', true);
});

it.each(['connections', '__proto__'])(
  "opens the profile's first tab if the address names the unknown tab %s",
  async (tab) => {
    visit(`/profile?tab=${tab}`);

    const overview = await screen.findByRole('tab', { name: 'Overview', selected: true });
    expect(overview).toBeDefined();
    expect(screen.queryByText('Something went wrong')).toBeNull();
  },
);

it("announces the other networks as 'Coming Soon!'", async () => {
  visit('/profile');

  for (const name of ['Google', 'TikTok', 'Pinterest', 'LinkedIn', 'YouTube'])
    expect(await screen.findByRole('button', { name: `Coming Soon! ${name}` })).toBeDefined();
});

it('opens the roadmap to an operator without a plan, and links to it', async () => {
  visit(
    '/profile',
    {
      'GET /user/check': { 'roadmapAccess.view': true },
      'GET /roadmap/features': { features: [], requests: [], readAt: null, isStale: false },
      [`GET /roadmap/upvotes/${user._id}`]: { upvotes: [] },
    },
    {
      role: 'system-admin',
      subscription: { status: 'free', currentPeriodEnd: null },
      roadmapAccess: { view: true, add: true },
    },
  );
  const panel = await screen.findByRole('complementary', { name: 'Side panel' });

  fireEvent.click(within(panel).getByRole('link', { name: 'Roadmap' }));

  await screen.findByRole('heading', { name: 'Product Roadmap' }, { timeout: 4000 });

  expect(window.location.pathname).toBe('/roadmap');
  expect(within(panel).getByRole('link', { name: 'Feedback' })).toBeDefined();
});

it('explains on hover and focus why panel entries are disabled', async () => {
  visit('/profile');
  const panel = await screen.findByRole('complementary', { name: 'Side panel' });

  for (const [name, reason] of [
    ['About', 'Not available yet'],
    ['Feedback', 'Upgrade to participate'],
  ] as const) {
    const entry = within(panel).getByRole('button', { name });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    fireEvent.focus(entry);
    expect(screen.getByRole('tooltip').textContent).toBe(reason);
    fireEvent.blur(entry);
  }
});

it('keeps the panel and the URL when a page fails, and opens the next page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  visit('/profile', { 'GET /user/check': { 'roadmapAccess.view': true } }, { memberSince: 'no date' });

  const failed = await screen.findByRole('alert');
  expect(within(failed).getByRole('heading', { name: 'Something went wrong' })).toBeDefined();
  expect(within(failed).getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(await within(failed).findByText(/Details for support \(report [0-9a-f]{8}\)/)).toBeDefined();
  expect(window.location.pathname).toBe('/profile');

  const panel = screen.getByRole('complementary', { name: 'Side panel' });
  fireEvent.click(within(panel).getByRole('link', { name: 'Add an account' }));

  expect(await screen.findByRole('heading', { name: 'Add an account' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Something went wrong' })).toBeNull();
});
