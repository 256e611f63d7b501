import {
  acceptInvitation,
  changeMember,
  createApiKey,
  createLabel,
  inviteMember,
  leaveWorkspace,
  listAccounts,
  listLabels,
  listMembers,
  listWorkspaces,
  openInvitation,
  removeMember,
  renameWorkspace,
  startPage,
  updateProfile,
  withdrawMemberInvitation,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHttpBrowser } from '../../../test/http-browser.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { addMember, type Team } from '../../../test/team.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLiveTokens } from '../live/index.ts';

const [maya, theo, ines, nadia] = [
  'maya@sandbox.test',
  'theo@sandbox.test',
  'ines@sandbox.test',
  'nadia@sandbox.test',
] as const;

let app: TestApp;
let team: Team;
beforeAll(async () => {
  app = await startTestApp({ work: false });
  const owner = await app.as(maya);
  team = { owner, workspaceId: (await owner.load()).user._id };
});
afterAll(() => app.close());

const idOf = async (client: TestClient) => (await client.load()).user._id;
const toToken = (link: string) => new URL(link).hash.slice(1);
const label = { body: { name: 'Campaign', color: 'blue', rule: null } } as const;

it('gives everybody a workspace of their own, which nobody else enters', async () => {
  const stranger = await app.as(nadia);
  const { workspaces } = await stranger.call(listWorkspaces, {});

  expect(workspaces).toEqual([{ id: await idOf(stranger), name: 'Nadia Brandt', role: 'owner' }]);
  for (const workspaceId of [team.workspaceId, crypto.randomUUID(), 'x', `${team.workspaceId} `])
    await expect(stranger.inWorkspace(workspaceId).call(listAccounts, {})).rejects.toMatchObject({
      status: 404,
      code: 'workspace_not_found',
    });
});

it('lets an invited person in, once, and says before what the invitation offers', async () => {
  const editor = await app.as(theo);
  const invited = await team.owner.call(inviteMember, { body: { email: theo, role: 'editor' } });
  const token = toToken(invited.link);

  expect(await editor.call(openInvitation, { body: { token } })).toEqual({
    workspace: 'Maya Lindqvist',
    invitedBy: 'Maya Lindqvist',
    email: theo,
    role: 'editor',
    newSignIn: 'elsewhere',
  });
  const { workspace } = await editor.call(acceptInvitation, { body: { token } });

  expect(workspace).toEqual({ id: team.workspaceId, name: 'Maya Lindqvist', role: 'editor' });
  await expect((await app.as(nadia)).call(acceptInvitation, { body: { token } })).rejects.toMatchObject({
    code: 'invitation_invalid',
  });
  const { members, invitations } = await team.owner.call(listMembers, {});
  expect(members.map(({ name, role, email }) => [name, role, email])).toEqual([
    ['Maya Lindqvist', 'owner', maya],
    [expect.stringContaining('Theo'), 'editor', theo],
  ]);
  expect(invitations).toEqual([]);
});

it("starts a member's page with a live token for the chosen workspace", async () => {
  const member = await idOf(await app.as(theo));
  const browser = openHttpBrowser(app);
  await browser.signIn(theo);
  await browser.call('/session/workspace', { workspaceId: team.workspaceId });

  const answer = await browser.call('/session/page', {});

  const { page, liveToken } = startPage.response.parse(await answer.json());
  expect(page?.workspace?.id).toBe(team.workspaceId);
  const { findRecipient } = createLiveTokens({ db: app.db, clock: systemClock });
  expect(await findRecipient(liveToken ?? '')).toEqual({
    userId: team.workspaceId,
    personId: member,
    accountIds: null,
  });
});

it('shows members one workspace’s data, and never mixes it with their own', async () => {
  const person = await app.as(theo);
  const editor = person.inWorkspace(team.workspaceId);
  await editor.call(createLabel, label);

  expect((await team.owner.call(listLabels, {})).labels.map(({ name }) => name)).toEqual(['Campaign']);
  expect((await person.call(listLabels, {})).labels).toEqual([]);
  // What concerns the person stays theirs, whatever the workspace.
  await editor.call(updateProfile, { body: { name: 'Theo from the agency' } });
  expect((await person.load()).user.name).toBe('Theo from the agency');
  expect((await team.owner.load()).user.name).toBe('Maya Lindqvist');
  expect((await editor.load()).user._id).toBe(await idOf(person));
});

it('keeps keys in their person’s own workspace', async () => {
  const person = await app.as(theo);
  const { key } = await person.call(createApiKey, {
    body: { name: 'Sheet', scopes: ['analytics:read'], expiresInDays: 30 },
  });
  const program = (await app.as(theo)).withToken(key);

  await program.call(listAccounts, {});
  await expect(program.inWorkspace(team.workspaceId).call(listAccounts, {})).rejects.toMatchObject({
    code: 'workspace_not_found',
  });
});

it('replaces an earlier invitation, and ends it when it is withdrawn or a week old', async () => {
  const first = await team.owner.call(inviteMember, { body: { email: ines, role: 'viewer' } });
  const second = await team.owner.call(inviteMember, { body: { email: ines.toUpperCase(), role: 'viewer' } });
  const person = await app.as(ines);
  const open = (link: string) => person.call(openInvitation, { body: { token: toToken(link) } });

  await expect(open(first.link)).rejects.toMatchObject({ status: 404, code: 'invitation_invalid' });
  await open(second.link);
  await team.owner.call(withdrawMemberInvitation, { params: { id: second.id } });
  await expect(open(second.link)).rejects.toMatchObject({ code: 'invitation_invalid' });
  await expect(team.owner.call(withdrawMemberInvitation, { params: { id: second.id } })).rejects.toMatchObject({
    code: 'invitation_not_found',
  });
  const third = await team.owner.call(inviteMember, { body: { email: ines, role: 'viewer' } });
  await app.db
    .updateTable('workspace_invitation')
    .set({ expires_at: new Date() })
    .where('invitation_id', '=', third.id)
    .execute();
  await expect(open(third.link)).rejects.toMatchObject({ code: 'invitation_invalid' });
  expect((await team.owner.call(listMembers, {})).invitations).toMatchObject([{ id: third.id, isExpired: true }]);
  await team.owner.call(withdrawMemberInvitation, { params: { id: third.id } });
});

it.each([
  ['a client without accounts', { email: nadia, role: 'client' }, 'body.accountIds'],
  ['accounts for a viewer', { email: nadia, role: 'viewer', accountIds: ['1'] }, 'body.accountIds'],
  ['reports for a viewer', { email: nadia, role: 'viewer', reportIds: [] }, 'body.reportIds'],
  ['a role that does not exist', { email: nadia, role: 'admin' }, 'body.role'],
  ['no address', { email: 'nadia', role: 'viewer' }, 'body.email'],
])('rejects %s, naming the field', async (_, body, field) => {
  await expect(team.owner.call(inviteMember, { body } as never)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(field),
  });
});

it('rejects accounts that the workspace has not linked', async () => {
  const body = { email: nadia, role: 'client' as const, accountIds: ['17841400000009'] };

  await expect(team.owner.call(inviteMember, { body })).rejects.toMatchObject({ code: 'account_not_found' });
});

it('changes roles at once, and never the role of its first owner', async () => {
  const editor = (await app.as(theo)).inWorkspace(team.workspaceId);
  const params = { userId: await idOf(editor) };
  await team.owner.call(changeMember, { params, body: { role: 'viewer' } });

  await expect(editor.call(createLabel, label)).rejects.toMatchObject({ status: 403, code: 'role_insufficient' });
  expect((await editor.call(listMembers, {})).members.map(({ email }) => email)).toEqual([null, null]);
  await team.owner.call(changeMember, { params, body: { role: 'owner' } });
  const first = { userId: team.workspaceId };
  await expect(editor.call(removeMember, { params: first })).rejects.toMatchObject({ code: 'not_oneself' });
  await expect(editor.call(changeMember, { params: first, body: { role: 'viewer' } })).rejects.toMatchObject({
    code: 'not_oneself',
  });
  expect(await editor.call(renameWorkspace, { body: { name: 'Fjordlys & friends' } })).toEqual({
    name: 'Fjordlys & friends',
  });
  expect((await (await app.as(theo)).call(listWorkspaces, {})).workspaces).toMatchObject([
    { name: expect.stringContaining('Theo'), role: 'owner' },
    { id: team.workspaceId, name: 'Fjordlys & friends', role: 'owner' },
  ]);
});

it('ends with a removal or on leaving, and keeps what the member made', async () => {
  const person = await app.as(theo);
  await team.owner.call(removeMember, { params: { userId: await idOf(person) } });

  await expect(person.inWorkspace(team.workspaceId).call(listLabels, {})).rejects.toMatchObject({
    code: 'workspace_not_found',
  });
  expect((await team.owner.call(listLabels, {})).labels).toHaveLength(1);
  const viewer = await app.as(ines);
  await addMember(team, viewer, { role: 'viewer' });
  await viewer.call(leaveWorkspace, { params: { workspaceId: team.workspaceId } });
  await expect(viewer.inWorkspace(team.workspaceId).call(listLabels, {})).rejects.toMatchObject({ status: 404 });
  await expect(viewer.call(leaveWorkspace, { params: { workspaceId: team.workspaceId } })).rejects.toMatchObject({
    code: 'workspace_not_found',
  });
});

it('records who joined, changed and left', async () => {
  const entries = await app.db
    .selectFrom('audit_entry')
    .select(['actor_id', 'action', 'target'])
    .where('target', '=', `workspace:${team.workspaceId}`)
    .where('action', 'like', 'member.%')
    .orderBy('entry_id')
    .execute();

  expect(entries.map(({ action }) => action)).toEqual([
    'member.invited',
    'member.joined',
    'member.invited',
    'member.invited',
    'member.uninvited',
    'member.invited',
    'member.uninvited',
    'member.changed',
    'member.changed',
    'member.removed',
    'member.invited',
    'member.joined',
    'member.left',
  ]);
  expect(entries[1]?.actor_id).toBe(await idOf(await app.as(theo)));
});
