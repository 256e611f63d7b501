import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { listed, running, show, stubMetaScript, toRow } from './connections.fixtures.tsx';

beforeEach(() => stubMetaScript());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  it('stays listed with the reason, and can be unlinked, when the login cannot access it', async () => {
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

  it('is up to date again once its own state says so', async () => {
    await show({
      accounts: [listed('1', { linked: true, problem: waiting })],
      linked: ['1'],
      replies: status({ problem: null }),
    });

    expect(await within(await toRow('Account 1')).findByText('Synced')).toBeDefined();
  });
});

describe('refreshing', () => {
  it('refetches the list, and syncs all linked accounts that are not syncing', async () => {
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

  it('explains that linking requires an active subscription', async () => {
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

  it('shows linked accounts, and lets users unlink them, while Meta does not respond', async () => {
    await show({
      linked: ['2'],
      replies: { 'GET /account/connections/instagram_account': { refuse: 'meta_unavailable' } },
    });

    await waitFor(() => expect(screen.getAllByText('Failed to fetch Instagram accounts')).toHaveLength(2));
    expect(screen.getByRole('button', { name: /^Unlink/ })).toBeDefined();
  });
});

describe('account list', () => {
  it('reports a missing connection or an invalid token', async () => {
    await show({ replies: { 'GET /account/connections/instagram_account': { refuse: 'meta_not_connected' } } });

    expect(await screen.findAllByText('Meta connection is not available or token is invalid')).not.toHaveLength(0);
  });
});
