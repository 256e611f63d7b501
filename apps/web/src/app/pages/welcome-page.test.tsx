import type { Account, ClientConfig, MetaConnection, User } from '@tidemark/contract';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { stubbedUser as user } from '#web/platform/stubbed-user.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { WelcomePage } from './welcome-page.tsx';

const connected: MetaConnection = {
  isConnected: true,
  tokenValid: true,
  name: 'Theo Okafor',
  picture: null,
  accountType: null,
  clientBusinessId: null,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
  instagramLogins: [],
};
const account: Account = {
  ...stubbedAccount,
  _id: '1',
  metadata: { ...stubbedAccount.metadata, followersCount: 8711 },
  syncRunning: true,
};

interface Situation {
  status?: User['subscription']['status'];
  connection?: MetaConnection;
  linked?: Account[];
  accountLimits?: User['accountLimits'];
  config?: Partial<ClientConfig>;
}

async function show({
  status = 'active',
  connection = connected,
  linked = [],
  accountLimits = user.accountLimits,
  config = {},
}: Situation) {
  vi.spyOn(document.head, 'append').mockImplementation(() => undefined);
  const accountRefs = linked.map(({ _id }) => ({ accountId: _id, type: 'instagram_account' as const }));
  stubApi({
    'GET /user/connections/meta': { success: true, connection },
    'GET /account/connections/instagram_account': { success: true, accounts: [] },
    'GET /account/list': { accounts: linked },
    'GET /plans': { plans: [] },
    'GET /subscription': { refuse: 'internal_error' },
    'GET /account/1/sync-status': { refuse: 'internal_error' },
  });
  const { queries } = await renderAt(
    '/welcome',
    { '/welcome': WelcomePage, '/': () => <p>Dashboard</p> },
    {
      frame: ({ children }) => (
        <ConfigContext value={{ ...stubbedConfig, ...config }}>
          <AccountsProvider>{children}</AccountsProvider>
        </ConfigContext>
      ),
      loaded: {
        user: {
          user: { ...user, accountLimits, subscription: { ...user.subscription, status }, accountRefs },
          accountRefs,
          product: { name: 'Starter', cancelAt: null, currentPeriodEnd: null },
        },
      },
    },
  );
  await screen.findByRole('heading', { name: 'Welcome, Theo' });
  return queries;
}

const openStep = async (name: RegExp) => {
  const heading = await screen.findByRole('heading', { name });
  return vi.waitFor(() => {
    const step = heading.closest('li');
    expect(step?.getAttribute('aria-current')).toBe('step');
    return step as HTMLElement;
  });
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('opens the first open step, and collapses completed ones', async () => {
  await show({ connection: { ...connected, isConnected: false } });

  await openStep(/^Connect/);
  expect(screen.getByText('Starter, up to 3 accounts')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Skip this step' }).className).not.toContain('primary');

  fireEvent.click(screen.getByRole('button', { name: 'Change: Choose a plan' }));
  const plan = await openStep(/^Choose a plan/);
  fireEvent.click(within(plan).getByRole('button', { name: 'Continue' }));
  await openStep(/^Connect/);
});

it('starts with the plan if there is none, and lets users skip to the end', async () => {
  await show({ status: 'free', connection: { ...connected, isConnected: false } });

  await openStep(/^Choose a plan/);
  fireEvent.click(screen.getByRole('button', { name: 'Skip this step' }));
  await openStep(/^Connect/);
  fireEvent.click(screen.getByRole('button', { name: 'Skip this step' }));
  await openStep(/^Link/);
  expect(screen.getByRole('link', { name: 'Skip and finish' }).getAttribute('href')).toBe('/profile');
});

it('has no plan step where plans are not sold and the user is unlimited', async () => {
  await show({
    connection: { ...connected, isConnected: false },
    accountLimits: { unlimited: true, total: 0 },
    config: { takesPayments: false },
  });

  await openStep(/^Connect/);
  expect(screen.getByText('Two steps to see how your accounts are doing.')).toBeDefined();
  expect(screen.queryByRole('heading', { name: /plan/i })).toBeNull();
});

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

it('opens the dashboard five seconds after the first week has arrived', async () => {
  const queries = await show({ linked: [account] });
  await screen.findByText('8,711');
  vi.useFakeTimers();

  act(
    () => void queries.setQueryData(queryKeys.accounts.list, { accounts: [{ ...account, earliestDate: dayAgo(6) }] }),
  );
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText(/Opening the dashboard/)).toBeNull();

  act(
    () => void queries.setQueryData(queryKeys.accounts.list, { accounts: [{ ...account, earliestDate: dayAgo(9) }] }),
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText(/Opening the dashboard/)).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(5100));
  expect(screen.getByText('Dashboard')).toBeDefined();
});

it('stays open for users who choose to stay or already had data', async () => {
  const queries = await show({ linked: [account] });
  await screen.findByText('8,711');
  act(
    () => void queries.setQueryData(queryKeys.accounts.list, { accounts: [{ ...account, earliestDate: dayAgo(9) }] }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  vi.useFakeTimers();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(screen.queryByText('Dashboard')).toBeNull();
  vi.useRealTimers();

  cleanup();
  await show({ linked: [{ ...account, earliestDate: dayAgo(300) }] });
  await screen.findByText('8,711');
  expect(screen.queryByText(/Opening the dashboard/)).toBeNull();
});
