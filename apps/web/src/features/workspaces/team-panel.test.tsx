import type { PageStart } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { stubbedUser } from '#web/platform/stubbed-user.ts';
import TeamPanel from './team-panel.tsx';

const self = { userId: stubbedUser._id, name: 'Theo Okafor', email: 'theo@sandbox.test', picture: null };
const owner = { ...self, role: 'owner', accountIds: null, reportIds: null, joinedAt: null, mail: [] };
const client = {
  userId: '22222222-2222-4222-8222-222222222222',
  name: 'Nadia Brandt',
  email: 'nadia@sandbox.test',
  picture: null,
  role: 'client',
  accountIds: ['1', '2'],
  reportIds: null,
  joinedAt: '2026-11-01T10:00:00.000Z',
  mail: ['digest'],
};
const invitation = {
  id: 'one',
  email: 'cal@sandbox.test',
  role: 'viewer',
  accountIds: null,
  reportIds: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-11-08T10:00:00.000Z',
  isExpired: true,
};
const product = { name: 'Pro', cancelAt: null, currentPeriodEnd: null };

async function show(
  replies: StubbedApi['replies'] = {},
  { workspace = null, token = null }: { workspace?: PageStart['workspace']; token?: string | null } = {},
) {
  const api = stubApi({
    'GET /workspace/members': { name: 'Harbour', members: [owner, client], invitations: [invitation] },
    'GET /account/list': { accounts: [stubbedAccount] },
    'GET /workspace/accounts': { accounts: [] },
    ...replies,
  });
  await renderAt(
    '/profile',
    { '/profile': () => <TeamPanel invitation={token} /> },
    {
      frame: AccountsProvider,
      loaded: {
        user: { user: stubbedUser, accountRefs: [], product },
        workspaces: { workspace, workspaces: [] },
      },
    },
  );
  return api;
}

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const rowOf = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists people with what they may do, and invitations', async () => {
  await show();

  await screen.findByText('Nadia Brandt');
  expect(rowOf('Nadia Brandt').getByText('Client · 2 accounts · nadia@sandbox.test')).toBeDefined();
  expect(rowOf('Nadia Brandt').getByText('Receives digests by mail')).toBeDefined();
  expect(rowOf('Theo Okafor').queryByText(/by mail$/)).toBeNull();
  expect(rowOf('Theo Okafor').queryByRole('button')).toBeNull();
  expect(rowOf('cal@sandbox.test').getByText('Expired')).toBeDefined();
  expect(rowOf('cal@sandbox.test').getByText(/^Could be accepted until Nov 08, 2026/)).toBeDefined();
});

it('invites a client only with accounts, and shows the link to send', async () => {
  const link = 'https://tidemark.test/invitation#secret';
  const sent = { ...invitation, isExpired: false, link, isMailed: false };
  const api = await show({ 'POST /workspace/invitations': sent });
  await screen.findByText('Nadia Brandt');

  click('Invite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: 'new@studio.test' } });
  fireEvent.click(dialog.getByRole('radio', { name: /^Client/ }));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Invite' }).disabled).toBe(true);
  fireEvent.click(await dialog.findByRole('checkbox'));
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }));

  expect((await screen.findByLabelText<HTMLInputElement>('Invitation')).value).toBe(link);
  expect(api.bodies[api.calls.indexOf('POST /workspace/invitations')]).toEqual({
    email: 'new@studio.test',
    role: 'client',
    accountIds: [stubbedAccount._id],
  });
});

it('chooses a client’s reports among those about none but their accounts', async () => {
  const toReport = (id: string, title: string, accountIds: string[]) => ({ id, choice: { title, accountIds } });
  const api = await show({
    'GET /reports': {
      reports: [toReport('r1', 'Spring', [stubbedAccount._id]), toReport('r2', 'Both', [stubbedAccount._id, 'other'])],
    },
    'POST /workspace/invitations': { ...invitation, link: 'https://tidemark.test/invitation#secret', isMailed: false },
  });
  await screen.findByText('Nadia Brandt');

  click('Invite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: 'new@studio.test' } });
  fireEvent.click(dialog.getByRole('radio', { name: /^Client/ }));
  fireEvent.click(await dialog.findByRole('checkbox'));
  fireEvent.click(await dialog.findByRole('radio', { name: /^Chosen/ }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'Spring' }));
  expect(dialog.queryByRole('checkbox', { name: 'Both' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }));

  await screen.findByLabelText('Invitation');
  expect(api.bodies[api.calls.indexOf('POST /workspace/invitations')]).toMatchObject({ reportIds: ['r1'] });
});

it('keeps the form after a refusal', async () => {
  await show({ 'POST /workspace/invitations': { refuse: 'member_exists' } });
  await screen.findByText('Nadia Brandt');

  click('Invite');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^Email/), { target: { value: 'nadia@sandbox.test' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Invite' }));

  await dialog.findByText('This person is already a member of the workspace.');
  expect(dialog.getByLabelText<HTMLInputElement>(/^Email/).value).toBe('nadia@sandbox.test');
});

it('shows a client whose workspace it is, and no people', async () => {
  await show(
    { 'GET /workspace/members': { name: 'Harbour', members: [], invitations: [] } },
    { workspace: { id: client.userId, name: 'Harbour', role: 'client' } },
  );

  await screen.findByText(/shows you the accounts and reports chosen for you/);
  expect(screen.queryByRole('button', { name: /Invite|Name the workspace|Hand over/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Leave this workspace' })).toBeDefined();
});

it('says when the team or an invitation cannot be loaded', async () => {
  await show(
    { 'GET /workspace/members': 'offline', 'POST /mail/invitation': { refuse: 'invitation_invalid' } },
    { token: 'secret' },
  );

  await screen.findByText('Could not load the team');
  await screen.findByText('This invitation has expired or was already used. Ask for a new one.');
});
