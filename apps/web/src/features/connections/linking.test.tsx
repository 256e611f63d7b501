import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { listed, running, show, stubMetaScript, toRow, toast, confirm, unlink } from './connections.fixtures.tsx';

beforeEach(() => stubMetaScript());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  it('is not synced before its first sync', async () => {
    const syncStatus = { ...running, syncRunning: false, lastSyncAt: null };
    await show({
      accounts: [listed('1', { linked: true, lastSyncAt: null })],
      linked: ['1'],
      replies: { 'GET /account/1/sync-status': { syncStatus } },
    });

    expect(within(await toRow('Account 1')).getByText('Waiting to sync')).toBeDefined();
  });

  it('skips registering a known account', async () => {
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
  it('asks for confirmation, and names the consequences', async () => {
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

  it('reports that unlinking failed', async () => {
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
