import type { ConnectionCause, MetaConnection } from '@tidemark/contract';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  connected,
  notConnected,
  listed,
  show,
  stubMetaScript,
  toRow,
  toast,
  confirm,
  unlink,
} from './connections.fixtures.tsx';

beforeEach(() => stubMetaScript());

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

  it('shows until when an invalidated token was valid', async () => {
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

  it('names a missing permission, and keeps showing the accounts', async () => {
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
    await show({
      connection: {
        ...connected,
        expiresAt: null,
        dataAccessExpiresAt: at,
        warning: { kind: 'data_access_expires', at },
      },
    });

    expect(await screen.findByText(/in 5 days, on /)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Confirm access' })).toBeDefined();
    expect(screen.getByText(/^Confirmed until /)).toBeDefined();
  });

  it('warns before a login ends', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    await show({ connection: { ...connected, warning: { kind: 'token_expires', at } } });

    expect(await screen.findByText(/expires within a day/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reconnect Meta Business' })).toBeDefined();
  });
});

describe('connecting', () => {
  it('reports a blocked script as not ready', async () => {
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
    expect(within(row).getByText(/^Oct 1[89] at/)).toBeDefined();
    expect(screen.getByText('2 of 3 accounts linked.')).toBeDefined();
    await unlink('Account 1');

    expect(await toast('Account unlinked successfully')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(api.bodies).toContainEqual({ accountId: '1', type: 'instagram_account' });
  });

  it('also lists linked accounts whose data may no longer be shown', async () => {
    await show({ connection: notConnected, linked: ['1'], replies: { 'GET /account/list': { accounts: [] } } });

    const row = await toRow('Unavailable account');
    expect(within(row).getByRole('button', { name: 'Unlink account' })).toBeDefined();
  });

  it('explains what stops after disconnecting', async () => {
    await show({ connection: notConnected, linked: ['1', '2'] });

    expect(
      await screen.findByText(
        'No Meta Business login is connected, so your 2 linked accounts are no longer synced through it. Your data is safe.',
      ),
    ).toBeDefined();
  });
});

describe('disconnecting', () => {
  it('asks for confirmation, and names the consequences', async () => {
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

  it('disconnects, and shows Not Connected', async () => {
    const api = await show({ replies: { 'DELETE /user/connections/meta': { success: true } } });
    api.replies['GET /user/connections/meta'] = { success: true, connection: connected };
    const button = await screen.findByRole('button', { name: 'Disconnect' });
    api.replies['GET /user/connections/meta'] = { success: true, connection: notConnected };

    fireEvent.click(button);
    confirm('Disconnect');

    expect(await toast('Meta account disconnected successfully')).toBeDefined();
    expect(await screen.findByText('Not Connected')).toBeDefined();
  });

  it('reports that disconnecting failed', async () => {
    await show({ replies: { 'DELETE /user/connections/meta': 'offline' } });

    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    confirm('Disconnect');

    expect(await toast('Failed to disconnect Meta account')).toBeDefined();
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

describe('connecting with the script loaded', () => {
  const click = async () => {
    const button = await screen.findByRole('button', { name: 'Connect Meta Business' });
    // The script loads after the card has rendered.
    await act(() => Promise.resolve());
    fireEvent.click(button);
  };

  it('sends the code to the server and shows the connection', async () => {
    stubMetaScript((answer) => answer({ status: 'connected', authResponse: { code: 'abc' } }));
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
