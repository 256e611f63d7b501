import type { AdminUser } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { UsersPage } from './users-page.tsx';

const theo: AdminUser = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Theo Okafor',
  email: 'theo@sandbox.test',
  unconfirmedEmail: null,
  picture: null,
  role: 'user',
  accountStatus: 'active',
  lastLogin: null,
  memberSince: '2024-03-05T10:00:00.000Z',
  plan: { id: 'starter', name: 'Starter' },
  subscriptionStatus: 'active',
  currentPeriodEnd: null,
};
const olu: AdminUser = {
  ...theo,
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Olu Adeyemi',
  role: 'system-admin',
  lastLogin: '2024-03-05T10:00:00.000Z',
};

function show(replies: StubbedApi['replies'] = {}, { builtInSignIn = false } = {}) {
  const api = stubApi({ 'GET /admin/users': { users: [theo, olu], total: 2 }, ...replies });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], { user: { _id: olu.id } });
  render(
    <ConfigContext value={{ ...stubbedConfig, builtInSignIn }}>
      <QueryClientProvider client={queries}>
        <UsersPage />
      </QueryClientProvider>
    </ConfigContext>,
  );
  return api;
}

async function openMenu(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Change ${name}` }));
  // The menu is a native popover, which happy-dom does not open.
  const menu = screen.getByRole('menu', { name: `Change ${name}`, hidden: true });
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }));
}

async function choose(name: string, item: string) {
  await openMenu(name);
  fireEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }));
  return within(await screen.findByRole('dialog'));
}

afterEach(() => vi.unstubAllGlobals());

it('lists all users with the documented columns, five per page', async () => {
  show();
  await screen.findByText('Theo Okafor');

  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'ID',
    'Name',
    'Email',
    'Role',
    'Account Status',
    'Last Login',
    'Actions',
  ]);
  const paging = screen.getByLabelText<HTMLSelectElement>('Rows per page');
  expect(paging.value).toBe('5');
  expect([...paging.options].map(({ value }) => value)).toEqual(['5', '10', '20']);
  expect(screen.getByText('Never')).toBeDefined();
});

it('changes roles only after confirmation', async () => {
  const api = show({ [`PUT /admin/users/${theo.id}/role`]: { success: true, message: '' } });
  const dialog = await choose('Theo Okafor', 'Make operator');
  expect(api.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);

  fireEvent.click(dialog.getByRole('button', { name: 'Make operator' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies).toContainEqual({ role: 'system-admin' });
});

it('shows in the dialog why a role could not be removed', async () => {
  show({ [`PUT /admin/users/${olu.id}/role`]: { refuse: 'last_operator' } });
  const dialog = await choose('Olu Adeyemi', 'Remove operator role');

  fireEvent.click(dialog.getByRole('button', { name: 'Remove role' }));

  expect((await dialog.findByRole('alert')).textContent).toContain('At least one operator is required');
});

it('prevents operators from disabling themselves', async () => {
  show();
  await openMenu('Olu Adeyemi');

  const item = await screen.findByRole('menuitem', { name: /^Disable/, hidden: true });
  expect(item.textContent).toBe('DisableYou can’t disable yourself');
  fireEvent.click(item);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('assigns a plan for a limited time', async () => {
  const api = show({
    'GET /plans': {
      plans: [
        { id: 'free', name: 'Free', accountLimits: { unlimited: false, total: 0 } },
        { id: 'pro', name: 'Pro', accountLimits: { unlimited: false, total: 10 } },
      ],
    },
    [`PUT /admin/users/${theo.id}/subscription`]: { success: true },
  });
  const dialog = await choose('Theo Okafor', 'Assign plan');

  fireEvent.click(await dialog.findByRole('radio', { name: /Pro/ }));
  fireEvent.change(dialog.getByLabelText('Period in days'), { target: { value: '0' } });
  expect(dialog.getByRole('button', { name: 'Assign plan' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByLabelText('Period in days'), { target: { value: '90' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Assign plan' }));

  await waitFor(() => expect(api.bodies).toContainEqual(expect.objectContaining({ plan: 'pro', status: 'active' })));
});

it('reports that users failed to load, and retries', async () => {
  const api = show({ 'GET /admin/users': 'offline' });
  await screen.findByText('Failed to load users');

  api.replies['GET /admin/users'] = { users: [theo], total: 1 };
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByText('Theo Okafor')).toBeDefined();
});

it('invites a user and shows the link once, with built-in sign-in', async () => {
  const expiresAt = '2030-03-05T10:00:00.000Z';
  const invitation = {
    id: theo.id,
    email: 'ines@tidemark.test',
    name: null,
    role: 'user',
    createdAt: expiresAt,
    expiresAt,
    isExpired: false,
  };
  const api = show(
    {
      'GET /admin/invitations': { invitations: [invitation] },
      'POST /admin/invitations': { link: 'https://tidemark.test/join#secret', expiresAt, isMailed: false },
    },
    { builtInSignIn: true },
  );

  fireEvent.click(await screen.findByRole('button', { name: 'Invite' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: 'ines@tidemark.test' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create link' }));

  expect(await screen.findByDisplayValue('https://tidemark.test/join#secret')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Withdraw the invitation of ines@tidemark.test' })).toBeDefined();
  expect(api.bodies).toContainEqual({ email: 'ines@tidemark.test', role: 'user' });
});

it.each([
  [{ hasPassword: true, usesCodes: false }, 1],
  [{ hasPassword: true, usesCodes: true }, 0],
  [{ hasPassword: false, usesCodes: false }, 0],
])('asks operators who sign in with only a password to add a second factor: %j', async (own, notes) => {
  const api = show({ 'GET /user/credentials': own }, { builtInSignIn: true });
  await screen.findByText('Theo Okafor');
  await waitFor(() => expect(api.calls).toContain('GET /user/credentials'));

  await waitFor(() => expect(screen.queryAllByRole('note')).toHaveLength(notes));
});

it('offers no invitations with another identity provider', async () => {
  show();
  await screen.findByText('Theo Okafor');

  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

it('explains and confirms a pending email', async () => {
  const api = show(
    {
      'GET /admin/users': { users: [{ ...theo, unconfirmedEmail: 'theo@new.test' }], total: 1 },
      [`PUT /admin/users/${theo.id}/email-confirmation`]: { success: true, message: 'Email confirmed' },
    },
    { builtInSignIn: true },
  );
  expect(await screen.findByText('theo@new.test not confirmed')).toBeDefined();
  await choose(theo.name, 'Confirm email');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/Confirm it only if you know/)).toBeDefined();

  fireEvent.click(dialog.getByRole('button', { name: 'Confirm email' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.bodies[api.calls.indexOf(`PUT /admin/users/${theo.id}/email-confirmation`)]).toEqual({
    email: 'theo@new.test',
  });
});

it('offers no confirmation for a confirmed address', async () => {
  show({}, { builtInSignIn: true });
  await openMenu(theo.name);

  expect(screen.queryByRole('menuitem', { name: 'Confirm email' })).toBeNull();
});
