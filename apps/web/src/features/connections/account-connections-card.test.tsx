import type {
  Account,
  ConnectionAccount,
  ConnectionCause,
  MetaConnection,
  SubscriptionStatus,
  User,
} from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { AccountConnectionsCard } from './account-connections-card.tsx';
import type { MetaSdk } from './meta-sdk.ts';

const connected: MetaConnection = {
  isConnected: true,
  tokenValid: true,
  name: 'Theo Okafor',
  picture: null,
  accountType: null,
  clientBusinessId: '1048576',
  expiresAt: '2027-01-12T10:00:00.000Z',
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
};
const notConnected: MetaConnection = {
  isConnected: false,
  tokenValid: false,
  name: null,
  picture: null,
  accountType: null,
  clientBusinessId: null,
  expiresAt: null,
  dataAccessExpiresAt: null,
  missingScopes: [],
  problem: null,
  warning: null,
};

function listed(id: string, change: Partial<ConnectionAccount> = {}): ConnectionAccount {
  return {
    id,
    username: `user${id}`,
    name: `Account ${id}`,
    profile_picture_url: null,
    followers_count: 12_345_678,
    follows_count: 300,
    media_count: 412,
    linked: false,
    syncRunning: false,
    lastSyncAt: null,
    problem: null,
    ...change,
  };
}

/** A linked account as the dashboard knows it. */
function stored(id: string): Account {
  return {
    _id: id,
    type: 'instagram_account',
    accountName: `user${id}`,
    username: `user${id}`,
    picture: null,
    profile_picture_url: null,
    metadata: { name: `Account ${id}`, followersCount: 5, followsCount: 6, mediaCount: 7 },
    earliestDate: null,
    linked: true,
    activated: true,
    syncRunning: false,
    lastSyncAt: '2026-11-18T23:02:00.000Z',
    problem: null,
    dataVersion: 1,
    facebookId: null,
  };
}

interface Person {
  linked?: string[];
  limit?: number | 'unlimited';
  status?: SubscriptionStatus;
}

function user({ linked = [], limit = 3, status = 'active' }: Person): User {
  return {
    _id: '11111111-1111-4111-8111-111111111111',
    name: 'Theo Okafor',
    email: 'theo@sandbox.test',
    picture: null,
    facebookId: null,
    memberSince: '2026-03-05T10:00:00.000Z',
    role: 'user',
    subscription: { status, currentPeriodEnd: null },
    accountRefs: linked.map((accountId) => ({ accountId, type: 'instagram_account' })),
    accountLimits: limit === 'unlimited' ? { unlimited: true, total: 0 } : { unlimited: false, total: limit },
    roadmapAccess: { view: true, add: false },
  };
}

interface Situation extends Person {
  connection?: MetaConnection;
  accounts?: ConnectionAccount[];
  replies?: StubbedApi['replies'];
}

const running = {
  syncRunning: true,
  initialization: { active: true, tasks: {} },
  tasks: {},
  problem: null,
  lastSyncAt: null,
};

async function show({ connection = connected, accounts = [], replies = {}, ...rest }: Situation) {
  const { linked = [] } = rest;
  const api = stubApi({
    'GET /user/connections/meta': { success: true, connection },
    'GET /account/connections/instagram_account': { success: true, accounts },
    'GET /account/list': { accounts: linked.map(stored) },
    'POST /account/add': { success: true, doc: { _id: '1' } },
    'POST /user/account/link': {
      success: true,
      accountRefs: [...linked, '1'].map((accountId) => ({ accountId, type: 'instagram_account' })),
    },
    'POST /account/activate': { success: true, details: { instagramError: null } },
    'POST /user/account/unlink': { success: true, accountRefs: [] },
    'GET /account/1/sync-status': { syncStatus: { ...running, syncRunning: false } },
    'GET /account/get': { refuse: 'account_not_found' },
    'GET /user/check': {},
    ...replies,
  });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  const person = user(rest);
  queries.setQueryData(['user'], {
    user: person,
    accountRefs: person.accountRefs,
    product: { name: 'Starter', cancelAt: null, currentPeriodEnd: null },
  });
  const config = {
    meta: {
      appId: '1',
      loginConfigId: '2',
      sdkUrl: 'about:blank',
      graphVersion: 'v25.0',
      dayZone: 'America/Los_Angeles',
    },
    sandbox: false,
    builtInSignIn: false,
  };
  const router = createRouter({
    routeTree: createRootRoute({ component: AccountConnectionsCard }),
    history: createMemoryHistory(),
  });
  render(
    <ConfigContext value={config}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ConfigContext>,
  );
  await screen.findByText('Account Connections');
  return api;
}

/** Meta's script: absent if blocked, else it initialises itself as the real one does. */
function metaScript(login?: MetaSdk['login']) {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (login) window.FB = { init: () => {}, login };
    queueMicrotask(() => (login ? window.fbAsyncInit?.() : (script as Node).dispatchEvent(new Event('error'))));
  });
}

const toRow = async (name: string) => {
  const cell = await screen.findByText(name);
  const row = cell.closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return row;
};
const toast = (text: string) => screen.findByText(text);
const confirm = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const unlink = async (name: string) => {
  fireEvent.click(within(await toRow(name)).getByRole('button', { name: 'Unlink account' }));
  confirm('Unlink');
};

beforeEach(() => metaScript());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('business login status', () => {
  it('is Not Connected, with a way to connect', async () => {
    await show({ connection: notConnected });

    expect(await screen.findByText('Not Connected')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Connect Meta Business' })).toBeDefined();
    expect(screen.getByText('Connect your Meta Business account to view Instagram accounts')).toBeDefined();
  });

  it('is Token Expired, with a way to reconnect', async () => {
    await show({ connection: { ...connected, tokenValid: false } });

    expect(await screen.findByText('Token Expired')).toBeDefined();
    expect(screen.getByText('Expired')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect Meta Business' })).toBeDefined();
  });

  it('says of a token that ended before its date until when it was valid', async () => {
    const inAYear = new Date(Date.now() + 365 * 86_400_000);
    await show({ connection: { ...connected, tokenValid: false, expiresAt: inAYear.toISOString() } });

    const facts = (await screen.findByText('Token')).parentElement;
    expect(facts?.textContent).toMatch(/^TokenExpired early; it was valid until \w+ \d\d, \d{4}$/);
  });

  it('is Connected, with the details of the login', async () => {
    await show({ connection: { ...connected, name: null } });

    expect(await screen.findByText('Connected')).toBeDefined();
    expect(screen.getByText('Unknown User')).toBeDefined();
    expect(screen.getByText('User')).toBeDefined();
    expect(screen.getByText('1048576')).toBeDefined();
    expect(screen.getByText('Valid')).toBeDefined();
    expect(screen.getByText(/until Jan 12, 2027/)).toBeDefined();
  });

  it('reports a status that failed to load', async () => {
    await show({ replies: { 'GET /user/connections/meta': { refuse: 'internal_error' } } });

    expect(await screen.findAllByText('Failed to load connection status')).not.toHaveLength(0);
  });
});

describe('login that needs attention', () => {
  const broken = (cause: ConnectionCause, message: string, action: 'connect' | 'open_facebook' = 'connect') =>
    ({ ...connected, tokenValid: false, problem: { cause, message, action } }) satisfies MetaConnection;

  it.each<[ConnectionCause, string]>([
    ['token_expired', 'The Meta Business login has expired.'],
    ['password_changed', 'The Facebook password was changed.'],
    ['app_removed', 'This app’s permissions were removed on Facebook.'],
    ['role_lost', 'The connected person no longer has a role on the Facebook Page.'],
  ])('(%s) shows the reason, and offers to reconnect', async (cause, message) => {
    await show({ connection: broken(cause, message) });

    expect(await screen.findByText(`${message} Your data is safe.`)).toBeDefined();
    expect(screen.getByText('Token Expired')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect Meta Business' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Open facebook.com' })).toBeNull();
  });

  it('links to facebook.com first if Facebook requires a confirmation', async () => {
    await show({
      connection: broken('checkpoint', 'Facebook requires you to confirm something first.', 'open_facebook'),
    });

    const link = await screen.findByRole('link', { name: 'Open facebook.com' });

    expect(link.getAttribute('href')).toBe('https://www.facebook.com');
    expect(screen.getByRole('button', { name: 'Reconnect Meta Business' })).toBeDefined();
  });

  it('names a missing permission, and still shows the accounts', async () => {
    const message = 'The permission instagram_manage_insights is missing. Reconnect and allow all permissions.';
    await show({
      connection: { ...broken('permission_missing', message), tokenValid: true },
      accounts: [listed('1')],
    });

    expect(await screen.findByText(/instagram_manage_insights/)).toBeDefined();
    expect(screen.getByText('Connected')).toBeDefined();
    expect(await screen.findByText('Account 1')).toBeDefined();
  });

  it('asks for a due confirmation, including 5 days ahead', async () => {
    const at = new Date(Date.now() + 4.5 * 86_400_000).toISOString();
    await show({ connection: { ...connected, dataAccessExpiresAt: at, warning: { kind: 'data_access_expires', at } } });

    expect(await screen.findByText(/in 5 days, on /)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm access' })).toBeDefined();
    expect(screen.getByText(/^Confirmed until /)).toBeDefined();
  });

  it('announces an ending login in advance', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await show({ connection: { ...connected, warning: { kind: 'token_expires', at } } });

    expect(await screen.findByText(/expires within a day/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect Meta Business' })).toBeDefined();
  });
});

describe('out-of-date account', () => {
  const until = new Date(new Date().setHours(23, 59, 0, 0)).toISOString();
  const waiting = { code: 'rate_limited', message: 'Rate-limited by Instagram.', until } as const;
  const unreachable = {
    code: 'account_unreachable',
    message: 'It is no longer a business account.',
    until: null,
  } as const;
  const status = (change: object) => ({
    'GET /account/1/sync-status': { syncStatus: { ...running, syncRunning: false, ...change } },
  });

  it('shows until when Instagram has rate-limited it', async () => {
    await show({
      accounts: [listed('1', { linked: true, problem: waiting })],
      linked: ['1'],
      replies: status({ problem: waiting }),
    });

    const row = await toRow('Account 1');
    expect(await within(row).findByText('Waiting until 11:59 PM')).toBeDefined();
    expect(within(row).getByText('Rate-limited by Instagram until 11:59 PM.')).toBeDefined();
  });

  it('stays in the list with the reason and can be unlinked when the login cannot access it', async () => {
    await show({
      accounts: [listed('1', { linked: true, problem: unreachable })],
      linked: ['1'],
      replies: status({ problem: null }),
    });

    const row = await toRow('Account 1');
    expect(await within(row).findByText('It is no longer a business account.')).toBeDefined();
    expect(within(row).getByText('Not accessible with this login')).toBeDefined();
    expect(within(row).getByRole('button', { name: 'Unlink account' })).toBeDefined();
  });

  it('is up to date again as soon as its own state says so', async () => {
    await show({
      accounts: [listed('1', { linked: true, problem: waiting })],
      linked: ['1'],
      replies: status({ problem: null }),
    });

    expect(await within(await toRow('Account 1')).findByText('Synced')).toBeDefined();
  });
});

describe('refreshing', () => {
  it('refetches the list, and syncs every linked account that is not syncing already', async () => {
    const answered = Promise.withResolvers<object>();
    const api = await show({
      accounts: [
        listed('1', { linked: true }),
        listed('2'),
        listed('3', { linked: true, syncRunning: true }),
        listed('4', { linked: true, problem: { code: 'account_unreachable', message: 'No page.', until: null } }),
      ],
      linked: ['1', '3', '4'],
      replies: {
        'GET /account/3/sync-status': { syncStatus: running },
        'GET /account/4/sync-status': { syncStatus: { ...running, syncRunning: false } },
        'POST /account/1/refresh': () => answered.promise,
      },
    });
    await within(await toRow('Account 3')).findByText('Syncing');
    const before = api.calls.length;

    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));

    expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeDefined();
    answered.resolve({ success: true, syncStatus: running });
    expect(await within(await toRow('Account 1')).findByText('Syncing')).toBeDefined();
    const made = api.calls.slice(before);
    expect(made).toContain('GET /account/connections/instagram_account');
    expect(made.filter((name) => name.endsWith('/refresh'))).toEqual(['POST /account/1/refresh']);
  });
});

describe('connecting', () => {
  it('says that the script is not ready when it is blocked', async () => {
    await show({ connection: notConnected });

    fireEvent.click(await screen.findByRole('button', { name: 'Connect Meta Business' }));

    expect(await toast('Facebook SDK not ready. Please refresh the page.')).toBeDefined();
  });
});

describe('without a working login', () => {
  it.each([
    ['disconnected', notConnected, 'Connect your Meta Business account to view Instagram accounts'],
    ['expired', { ...connected, tokenValid: false }, 'Meta connection is not available or token is invalid'],
  ])('(%s) shows the linked accounts, which can be unlinked', async (_, connection, text) => {
    const api = await show({ connection, linked: ['1', '2'] });

    const row = await toRow('Account 1');
    expect(screen.getByText(text)).toBeDefined();
    expect(await within(row).findByText('Not syncing')).toBeDefined();
    expect(within(row).getByText(/^Nov 1[89] at/)).toBeDefined();
    expect(screen.getByText('2 of 3 accounts linked.')).toBeDefined();
    await unlink('Account 1');

    expect(await toast('Account unlinked successfully')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(api.bodies).toContainEqual({ accountId: '1', type: 'instagram_account' });
  });

  it('also lists a linked account whose data may no longer be seen', async () => {
    await show({ connection: notConnected, linked: ['1'], replies: { 'GET /account/list': { accounts: [] } } });

    const row = await toRow('Unavailable account');
    expect(within(row).getByRole('button', { name: 'Unlink account' })).toBeDefined();
  });

  it('says what stopped after a disconnect', async () => {
    await show({ connection: notConnected, linked: ['1', '2'] });

    expect(
      await screen.findByText(
        'No Meta Business login is connected, so your 2 linked accounts are no longer synced through it. Your data is safe.',
      ),
    ).toBeDefined();
  });
});

describe('disconnecting', () => {
  it('asks first, and names the consequences', async () => {
    const api = await show({ linked: ['1'] });
    await screen.findByText('1 of 3 accounts linked.');

    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));

    const dialog = screen.getByRole('dialog', { name: 'Disconnect Meta Business?' });
    expect(dialog.textContent).toContain('Your 1 linked account will stop syncing through this login.');
    expect(dialog.textContent).toContain('This can’t be undone');
    confirm('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.calls).not.toContain('DELETE /user/connections/meta');
  });

  it('disconnects, and shows that there is no connection', async () => {
    const api = await show({ replies: { 'DELETE /user/connections/meta': { success: true } } });
    api.replies['GET /user/connections/meta'] = { success: true, connection: connected };
    const button = await screen.findByRole('button', { name: 'Disconnect' });
    api.replies['GET /user/connections/meta'] = { success: true, connection: notConnected };

    fireEvent.click(button);
    confirm('Disconnect');

    expect(await toast('Meta account disconnected successfully')).toBeDefined();
    expect(await screen.findByText('Not Connected')).toBeDefined();
  });

  it('reports a failed disconnect', async () => {
    await show({ replies: { 'DELETE /user/connections/meta': 'offline' } });

    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    confirm('Disconnect');

    expect(await toast('Failed to disconnect Meta account')).toBeDefined();
  });
});

describe('accounts of the login', () => {
  it('lists the accounts in a grid of seven columns below their login', async () => {
    await show({ accounts: [listed('1')] });

    await toRow('Account 1');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Account',
      'Last Sync',
      'Followers',
      'Following',
      'Media',
      'Status',
      'Actions',
    ]);
    expect(screen.getByText('Business ID').nextSibling?.textContent).toBe('1048576');
  });

  it('shows counts, and a dash as the last sync of unlinked accounts', async () => {
    await show({ accounts: [listed('1')] });

    const row = await toRow('Account 1');
    expect(within(row).getByText('12.3M')).toBeDefined();
    expect(within(row).getByText('—')).toBeDefined();
    expect(within(row).getByText('Not linked')).toBeDefined();
  });

  it('lists the largest account first, and suggests it until one is linked', async () => {
    const accounts = [listed('1', { followers_count: 58 }), listed('2', { followers_count: 8711 })];
    await show({ accounts });
    await toRow('Account 1');

    const [first, second] = screen.getAllByRole('button', { name: 'Link account' });
    expect(screen.getAllByText(/^Account \d$/).map(({ textContent }) => textContent)).toEqual([
      'Account 2',
      'Account 1',
    ]);
    expect(first?.className).toContain('primary');
    expect(second?.className).not.toContain('primary');
    expect(second?.textContent).toBe('Link');
  });

  it("disables linking beyond the plan's account limit", async () => {
    const api = await show({ accounts: [listed('1'), listed('2')], linked: ['2'], limit: 1 });

    const row = await toRow('Account 1');
    const button = within(row).getByRole('button', { name: 'Link account' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.focus(button);
    expect(screen.getByRole('tooltip').textContent).toBe('Link account. You’ve reached your plan’s account limit.');
    fireEvent.click(button);
    expect(api.calls).not.toContain('GET /account/get');
    expect(row.dataset['tone']).toBe('muted');
    expect((await toRow('Account 2')).dataset['tone']).toBe('normal');
  });

  it('does not link without an active subscription, and says why', async () => {
    const api = await show({ accounts: [listed('1')], status: 'canceled' });
    const button = within(await toRow('Account 1')).getByRole('button', { name: 'Link account' });

    fireEvent.focus(button);
    expect(screen.getByRole('tooltip').textContent).toContain('An active subscription is required to link accounts.');
    fireEvent.click(button);
    expect(api.calls).not.toContain('GET /account/get');
    expect(screen.getByRole('link', { name: 'See plans' })).toBeDefined();
  });

  it.each([11, 27])('shows the first ten of %i accounts', async (count) => {
    await show({ accounts: Array.from({ length: count }, (_, index) => listed(`${index + 1}`)) });

    await toRow('Account 1');
    expect(screen.getAllByRole('button', { name: 'Link account' })).toHaveLength(10);
    expect(screen.getByText(`1–10 of ${count}`)).toBeDefined();
  });

  it('has no limit on an unlimited plan', async () => {
    await show({ accounts: [listed('1'), listed('2')], linked: ['2'], limit: 'unlimited' });

    const row = await toRow('Account 1');
    expect(within(row).getByRole('button', { name: 'Link account' }).getAttribute('aria-disabled')).toBeNull();
    expect(row.dataset['tone']).toBe('normal');
  });

  it('reports accounts that failed to load, inline and as a toast', async () => {
    await show({ replies: { 'GET /account/connections/instagram_account': { refuse: 'internal_error' } } });

    await waitFor(() => expect(screen.getAllByText('Failed to fetch Instagram accounts')).toHaveLength(2));
  });

  it('still shows the linked accounts, which can be unlinked, while Meta does not answer', async () => {
    await show({
      linked: ['2'],
      replies: { 'GET /account/connections/instagram_account': { refuse: 'meta_unavailable' } },
    });

    await waitFor(() => expect(screen.getAllByText('Failed to fetch Instagram accounts')).toHaveLength(2));
    expect(screen.getByRole('button', { name: /^Unlink/ })).toBeDefined();
  });
});

describe('linking an account', () => {
  it('registers, links and activates the account, and shows it as syncing', async () => {
    const api = await show({ accounts: [listed('1')] });
    const row = await toRow('Account 1');

    fireEvent.click(within(row).getByRole('button', { name: 'Link account' }));

    expect(await toast('Account linked successfully!')).toBeDefined();
    expect(api.calls.filter((name) => /get|add|link|activate/.test(name) && !name.includes('connections'))).toEqual([
      'GET /account/get',
      'POST /account/add',
      'POST /user/account/link',
      'POST /account/activate',
    ]);
    expect(within(await toRow('Account 1')).getByText('Syncing')).toBeDefined();
  });

  it('fetches the sync state five seconds later', async () => {
    const api = await show({ accounts: [listed('1')] });
    const row = await toRow('Account 1');
    vi.useFakeTimers({ shouldAdvanceTime: true });

    fireEvent.click(within(row).getByRole('button', { name: 'Link account' }));
    await toast('Account linked successfully!');
    expect(api.calls).not.toContain('GET /account/1/sync-status');

    await act(() => vi.advanceTimersByTimeAsync(5000));

    await waitFor(() => expect(api.calls).toContain('GET /account/1/sync-status'));
    expect(within(await toRow('Account 1')).getByText('Synced')).toBeDefined();
  });

  it('skips the registration of a known account', async () => {
    const api = await show({ accounts: [listed('1')], replies: { 'GET /account/get': { account: { _id: '1' } } } });

    fireEvent.click(within(await toRow('Account 1')).getByRole('button', { name: 'Link account' }));

    await toast('Account linked successfully!');
    expect(api.calls).not.toContain('POST /account/add');
  });

  it("shows the server's reason when linking fails", async () => {
    await show({
      accounts: [listed('1')],
      replies: { 'POST /user/account/link': { refuse: 'account_limit_reached' } },
    });

    fireEvent.click(within(await toRow('Account 1')).getByRole('button', { name: 'Link account' }));

    expect(await toast('Could not link account: You’ve reached your plan’s account limit.')).toBeDefined();
  });

  it('shows a default message when the error has none', async () => {
    await show({
      accounts: [listed('1')],
      replies: { 'POST /account/add': () => new Response('Bad Gateway', { status: 502 }) },
    });

    fireEvent.click(within(await toRow('Account 1')).getByRole('button', { name: 'Link account' }));

    expect(await toast('Could not link account: Unable to connect account.')).toBeDefined();
  });

  it('shows an unexpected error when the network is down', async () => {
    await show({ accounts: [listed('1')], replies: { 'POST /account/add': 'offline' } });

    fireEvent.click(within(await toRow('Account 1')).getByRole('button', { name: 'Link account' }));

    expect(await toast('Could not link account: Unexpected error.')).toBeDefined();
  });
});

describe('unlinking an account', () => {
  it('asks first, and names the consequences', async () => {
    const api = await show({ accounts: [listed('1', { linked: true })], linked: ['1'] });

    fireEvent.click(within(await toRow('Account 1')).getByRole('button', { name: 'Unlink account' }));

    const dialog = screen.getByRole('dialog', { name: 'Unlink Account 1?' });
    expect(dialog.textContent).toContain('kept for 30 days and then deleted');
    confirm('Cancel');
    expect(api.calls).not.toContain('POST /user/account/unlink');
  });

  it('can be undone', async () => {
    const api = await show({ accounts: [listed('1', { linked: true })], linked: ['1'] });
    await unlink('Account 1');

    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));

    expect(await toast('Account linked successfully!')).toBeDefined();
    expect(api.calls).toContain('POST /user/account/link');
  });

  it('unlinks the account', async () => {
    await show({ accounts: [listed('1', { linked: true })], linked: ['1'] });

    await unlink('Account 1');

    expect(await toast('Account unlinked successfully')).toBeDefined();
    expect(within(await toRow('Account 1')).getByRole('button', { name: 'Link account' })).toBeDefined();
  });

  it('reports a failed unlink', async () => {
    await show({
      accounts: [listed('1', { linked: true })],
      linked: ['1'],
      replies: { 'POST /user/account/unlink': { refuse: 'account_not_found' } },
    });

    await unlink('Account 1');

    expect(await toast('Could not unlink account: Account not found.')).toBeDefined();
  });
});

describe('unlinking an account with a proxy error', () => {
  it('shows a default message for a proxy error', async () => {
    await show({
      accounts: [listed('1', { linked: true })],
      linked: ['1'],
      replies: { 'POST /user/account/unlink': () => new Response('', { status: 504 }) },
    });

    await unlink('Account 1');

    expect(await toast('Could not unlink account: Unable to unlink account.')).toBeDefined();
  });
});

describe('pending labels', () => {
  it("shows 'Disconnecting...' while the token is revoked", async () => {
    await show({ replies: { 'DELETE /user/connections/meta': () => new Promise<object>(() => {}) } });

    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    confirm('Disconnect');

    expect(await screen.findByRole('button', { name: 'Disconnecting...' })).toBeDefined();
  });
});

describe('account list', () => {
  it('reports a missing connection or an invalid token', async () => {
    await show({ replies: { 'GET /account/connections/instagram_account': { refuse: 'meta_not_connected' } } });

    expect(await screen.findAllByText('Meta connection is not available or token is invalid')).not.toHaveLength(0);
  });
});

describe('connecting with the script loaded', () => {
  const click = async () => {
    const button = await screen.findByRole('button', { name: 'Connect Meta Business' });
    // The script loads after the card has rendered.
    await act(() => Promise.resolve());
    fireEvent.click(button);
  };

  it('sends the code to the server and shows the connection', async () => {
    metaScript((answer) => answer({ status: 'connected', authResponse: { code: 'abc' } }));
    const api = await show({ connection: notConnected });
    api.replies['POST /auth/meta/authorize/business'] = () => {
      api.replies['GET /user/connections/meta'] = { success: true, connection: connected };
      return { success: true };
    };

    await click();

    expect(await toast('Meta Business account connected successfully!')).toBeDefined();
    expect(await screen.findByText('Connected')).toBeDefined();
    expect(api.bodies).toContainEqual({ code: 'abc' });
  });

  it("shows the server's error", async () => {
    await show({
      connection: notConnected,
      replies: { 'POST /auth/meta/authorize/business': { refuse: 'meta_code_refused' } },
    });

    await click();

    expect(await toast('Failed to authorize Meta account')).toBeDefined();
  });

  it("shows 'Connecting...' while connecting", async () => {
    await show({
      connection: notConnected,
      replies: { 'POST /auth/meta/authorize/business': () => new Promise<object>(() => {}) },
    });

    await click();

    expect(await screen.findByRole('button', { name: 'Connecting...' })).toBeDefined();
  });

  it('reports that the server is unreachable', async () => {
    await show({ connection: notConnected, replies: { 'POST /auth/meta/authorize/business': 'offline' } });

    await click();

    expect(await toast('Failed to connect Meta account')).toBeDefined();
  });
});
