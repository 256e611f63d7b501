import type { AdminAccount } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { AccountsPage } from './accounts-page.tsx';

const account: AdminAccount = {
  id: '178',
  accountName: 'Fjordlys Kitchen',
  avatarUrl: null,
  platform: 'instagram_account',
  lastHour: 12,
  lastDay: 3_372,
  dailyAverage: 61.24,
  dailyMax: 1_204,
  dailyMin: 3,
  throttle: 1,
  lastSyncAt: null,
  nextSyncAt: null,
  linkedBy: [
    { userId: 'u1', name: 'Maya Lindqvist', email: 'maya@sandbox.test', lostSince: null },
    { userId: 'u2', name: 'Nadia Brandt', email: 'nadia@sandbox.test', lostSince: '2026-11-02T10:00:00.000Z' },
  ],
};
const others: AdminAccount[] = [
  { ...account, id: '2', accountName: 'Casa Duarte', throttle: 5 },
  { ...account, id: '3', accountName: 'Ocean Letters', throttle: 5.01 },
  { ...account, id: '4', accountName: 'Maison Perrin', throttle: 10.01, platform: 'facebook_page' },
];

function show(replies: StubbedApi['replies'] = {}) {
  const rows = [account, ...others];
  const api = stubApi({
    'GET /admin/accounts/stats': { success: true, data: rows, message: '', total: rows.length },
    ...replies,
  });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <AccountsPage />
      <Toaster />
    </QueryClientProvider>,
  );
  return api;
}

async function edit(name = account.accountName) {
  fireEvent.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return within(screen.getByRole('dialog'));
}

afterEach(() => vi.unstubAllGlobals());

describe('accounts grid', () => {
  it('shows the documented columns with ten rows per page', async () => {
    show();
    await screen.findByText('Fjordlys Kitchen');

    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Account',
      'Platform',
      'Last Hour',
      'Last Day',
      'Daily Average',
      'Daily Max',
      'Daily Min',
      'Throttle',
      'Edit',
    ]);
    const paging = screen.getByLabelText<HTMLSelectElement>('Rows per page');
    expect(paging.value).toBe('10');
    expect([...paging.options].map(({ value }) => value)).toEqual(['5', '10', '25']);
    expect(screen.getByText('Facebook Page')).toBeDefined();
  });

  it('shows the throttle with two decimals, orange above 5 and red above 10', async () => {
    show();
    await screen.findByText('Fjordlys Kitchen');

    const getTone = (text: string) => screen.getByText(text).dataset['tone'];
    expect([getTone('1.00'), getTone('5.00'), getTone('5.01'), getTone('10.01')]).toEqual([
      undefined,
      undefined,
      'orange',
      'red',
    ]);
  });

  it("shows 'Failed to load account data', or the server's message, until dismissed", async () => {
    show({ 'GET /admin/accounts/stats': 'offline' });
    const alert = await screen.findByRole('alert');

    expect(alert.textContent).toContain('Failed to load account data');
    fireEvent.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("shows the server's message for a rejected request", async () => {
    show({ 'GET /admin/accounts/stats': { refuse: 'database_unavailable' } });

    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding.');
  });
});

it('explains that a proxy in front of the server failed', async () => {
  const proxy = () => new Response('<h1>502</h1>', { status: 502, statusText: 'Bad Gateway' });
  show({ 'PUT /admin/accounts/178/throttle': proxy });
  const dialog = await edit();
  fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to update throttle');
  cleanup();

  show({ 'GET /admin/accounts/stats': proxy });
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load account data');
});

describe('throttle dialog', () => {
  it('shows the account, its throttle and its API calls', async () => {
    show();
    const dialog = await edit();

    expect(dialog.getByText('Edit Account Configuration')).toBeDefined();
    expect(dialog.getByText('Fjordlys Kitchen')).toBeDefined();
    expect(dialog.getByText('Instagram')).toBeDefined();
    const field = dialog.getByLabelText<HTMLInputElement>('Throttle Value');
    expect([field.type, field.min, field.max, field.step, field.value]).toEqual(['number', '1', '100', '0.01', '1.00']);
    expect(dialog.getByText(/between 1\.00 and 100\.00/)).toBeDefined();
    expect(dialog.getByText('3,372')).toBeDefined();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined();
  });

  it('lists users who linked the account, and users who lost access to it', async () => {
    show();
    const dialog = await edit();

    const users = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(users).toEqual([
      'Maya Lindqvist maya@sandbox.test',
      expect.stringMatching(/^Nadia Brandt nadia@sandbox.test.*Access lost .*Nov/),
    ]);
  });

  it("saves, shows 'Saving...' meanwhile, and closes", async () => {
    const saved = Promise.withResolvers<object>();
    const api = show({ 'PUT /admin/accounts/178/throttle': () => saved.promise });
    const dialog = await edit();

    fireEvent.change(dialog.getByLabelText('Throttle Value'), { target: { value: '12.5' } });
    expect(dialog.getByText(/12\.5 times the normal interval/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByRole('button', { name: 'Saving...' })).toHaveProperty('disabled', true);
    saved.resolve({ success: true, message: '', throttle: 12.5, nextSyncAt: null });

    expect(await screen.findByText('Throttle updated for Fjordlys Kitchen')).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Edit Account Configuration')).toBeNull());
    expect(api.bodies).toContainEqual({ throttle: 12.5 });
  });

  it.each(['', 'abc'])('treats invalid input (%j) as 1', async (typed) => {
    const api = show({ 'PUT /admin/accounts/178/throttle': { refuse: 'account_not_found' } });
    const dialog = await edit();
    const field = dialog.getByLabelText<HTMLInputElement>('Throttle Value');

    fireEvent.change(field, { target: { value: '40' } });
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
    expect(field.value).toBe('1');
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));

    await waitFor(() => expect(api.bodies).toContainEqual({ throttle: 1 }));
  });

  it("shows why saving failed, or 'Failed to update throttle', until dismissed", async () => {
    const api = show({ 'PUT /admin/accounts/178/throttle': { refuse: 'account_not_found' } });
    const dialog = await edit();
    const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));

    save();
    expect((await dialog.findByRole('alert')).textContent).toContain('Account not found.');
    fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
    api.replies['PUT /admin/accounts/178/throttle'] = 'offline';
    save();
    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to update throttle');
  });
});
