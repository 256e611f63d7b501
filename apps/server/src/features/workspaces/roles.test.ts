import * as contract from '@tidemark/contract';
import {
  addReportComment,
  changeMember,
  createAnnotation,
  createLabel,
  createLiveToken,
  createReport,
  deleteReport,
  deleteReportComment,
  downloadReport,
  getMetricCard,
  getReportContent,
  listAccounts,
  listAlerts,
  listAnnotations,
  listLabels,
  listMembers,
  listReportComments,
  listReports,
  removeMember,
  runBatch,
  subscribeDocument,
  unlinkAccount,
  workspaceRoles,
  type WorkspaceRole,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenLive } from '../../../test/live-stream.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { toChoice } from '../../../test/shared-page.ts';
import { addMember, type Team } from '../../../test/team.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { connect, getWorldAccount, untilSynced } from '../../../test/world.ts';

/** Independent of the product's own comparison. */
const ranks: Record<WorkspaceRole, number> = { client: 0, viewer: 1, editor: 2, owner: 3 };
const people = { client: 'theo', viewer: 'cal', editor: 'fiona', owner: 'edgar' } as const;
const stranger = 'nadia@sandbox.test';

let app: TestApp;
let team: Team;
let members: Record<WorkspaceRole, TestClient>;
let [shown, hidden]: [string, string] = ['', ''];

beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.withPlan('maya@sandbox.test', 'agency');
  await connect(app, owner, 'maya@sandbox.test');
  [shown, hidden] = [
    (await getWorldAccount(app, 'maya@sandbox.test', 2)).id,
    (await getWorldAccount(app, 'maya@sandbox.test', 3)).id,
  ];
  for (const id of [shown, hidden]) await owner.link(id);
  for (const id of [shown, hidden]) await untilSynced(owner, id);
  team = { owner, workspaceId: (await owner.load()).user._id };
  members = Object.fromEntries(
    await Promise.all(
      workspaceRoles.map(async (role) => {
        const person = await app.as(`${people[role]}@sandbox.test`);
        return [role, await addMember(team, person, { role, ...(role === 'client' && { accountIds: [shown] }) })];
      }),
    ),
  ) as typeof members;
}, 120_000);
afterAll(() => app.close());

const calls = Object.values<unknown>(contract).filter(
  (value): value is contract.Endpoint =>
    typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'member' in value,
);

/** Sends a call with nothing in it, as far as its role is concerned; returns the refusal's code, if any. */
async function ask(endpoint: contract.Endpoint, token: string, workspaceId = team.workspaceId): Promise<string | null> {
  const answer = await fetch(`${app.url}/api/v1${endpoint.path.replaceAll(/:\w+/g, 'x')}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, [contract.workspaceHeader]: workspaceId },
    redirect: 'manual',
  });
  const text = await answer.text();
  return /"code":"(\w+)"/.exec(text)?.[1] ?? null;
}

/** These end the caller's own access, and are covered elsewhere. */
const ownEnd = ['/user/logout', '/user'];
const ofPerson = calls.filter(({ member, path }) => member === 'person' && !ownEnd.includes(path));
const ofWorkspace = calls.filter(({ member }) => member !== 'person');
const toName = (endpoint: contract.Endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const;

it.each(ofPerson.map(toName))('makes %s the caller’s own, whatever the workspace', async (_, endpoint) => {
  for (const role of workspaceRoles)
    expect(['role_insufficient', 'workspace_not_found']).not.toContain(await ask(endpoint, members[role].token));
});

it.each(ofWorkspace.map(toName))(
  '197: asks for the role that %s needs, and tells a stranger nothing',
  async (_, endpoint) => {
    const least = workspaceRoles.find((role) => role === endpoint.member) ?? 'owner';
    const { token } = await app.as(stranger);

    for (const role of workspaceRoles) {
      const code = await ask(endpoint, members[role].token);
      if (ranks[role] >= ranks[least]) expect(['role_insufficient', 'workspace_not_found'], role).not.toContain(code);
      else expect(code, role).toBe('role_insufficient');
    }
    expect(await ask(endpoint, token)).toBe('workspace_not_found');
    expect(await ask(endpoint, token, crypto.randomUUID())).toBe('workspace_not_found');
  },
);

it('says of every call of a signed-in user who may make it in a workspace', () => {
  const missing = Object.values<unknown>(contract).filter(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'access' in value &&
      (value.access === 'user' || value.access === 'program') &&
      !('member' in value),
  );

  expect(missing).toEqual([]);
});

const days = { cStart: '2026-10-01T00:00:00.000Z', cEnd: '2026-10-28T23:59:59.999Z' };
const cardOf = (accountIds: string[]) => ({ params: { metric: 'views' as const }, body: { accountIds, ...days } });

it('198: shows a client the accounts chosen for them, alone and in batches', async () => {
  const { client } = members;

  expect((await client.call(listAccounts, {})).accounts.map(({ _id }) => _id)).toEqual([shown]);
  expect((await client.load()).accountRefs.map(({ accountId }) => accountId)).toEqual([shown]);
  await client.call(getMetricCard, cardOf([shown]));
  for (const accountIds of [[hidden], [shown, hidden]])
    await expect(client.call(getMetricCard, cardOf(accountIds))).rejects.toMatchObject({ code: 'account_not_found' });
  await expect(client.call(subscribeDocument, { body: { docType: 'account', docId: hidden } })).rejects.toMatchObject({
    code: 'document_not_found',
  });
  const batch = await fetch(`${app.url}/api/v1${runBatch.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': 'application/json',
      [contract.workspaceHeader]: team.workspaceId,
    },
    body: JSON.stringify({
      calls: [
        { path: '/metrics/account/insight/views', body: cardOf([hidden]).body },
        { method: 'GET', path: '/account/list' },
        { method: 'GET', path: '/labels' },
      ],
    }),
  });
  const texts = (await batch.text()).split('\u001e').filter(Boolean);
  const answers = texts.map((text) => JSON.parse(text) as { call: number; status: number });
  expect(answers.toSorted((a, b) => a.call - b.call).map(({ status }) => status)).toEqual([404, 200, 200]);
});

it('shows a client nothing that the team wrote for itself', async () => {
  const { client, editor } = members;
  await editor.call(createLabel, { body: { name: 'Difficult', color: 'red', rule: null } });
  await editor.call(createAnnotation, {
    body: {
      accountId: shown,
      firstDay: '2026-10-07',
      lastDay: '2026-10-07',
      text: 'Client complained',
      color: 'amber',
    },
  });
  const october = {
    body: { accountIds: [shown], startDate: days.cStart, endDate: days.cEnd, timeZone: 'Europe/Berlin' },
  };

  expect((await editor.call(listAnnotations, october)).annotations).toHaveLength(1);
  expect((await client.call(listAnnotations, october)).annotations).toEqual([]);
  expect((await client.call(listLabels, {})).labels).toEqual([]);
  expect((await client.call(listAlerts, {})).alerts).toEqual([]);
  expect((await client.call(listMembers, {})).members).toEqual([]);
});

it('lets clients and members comment on reports, and delete only their own', async () => {
  const { id } = await team.owner.call(createReport, { body: { ...toChoice([shown]), showsLogo: false } });
  const [{ client, viewer }, params] = [members, { id }];
  const written = await client.call(addReportComment, { params, body: { text: 'Why did reach fall?' } });
  await viewer.call(addReportComment, { params, body: { text: 'The fair ended.' } });

  const { comments } = await client.call(listReportComments, { params });
  expect(comments.map(({ text, isOwn }) => [text, isOwn])).toEqual([
    ['Why did reach fall?', true],
    ['The fair ended.', false],
  ]);
  expect((await team.owner.call(listReports, {})).reports.find((one) => one.id === id)?.comments).toBe(2);
  const other = { id, commentId: comments[1]?.id ?? '' };
  await expect(client.call(deleteReportComment, { params: other })).rejects.toMatchObject({ status: 404 });
  await client.call(deleteReportComment, { params: { id, commentId: written.id } });
  await team.owner.call(deleteReportComment, { params: other });
  expect((await client.call(listReportComments, { params })).comments).toEqual([]);
  await expect(client.call(addReportComment, { params, body: { text: ' ' } })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('body.text'),
  });
  await team.owner.call(deleteReport, { params });
});

it('shows a client the reports about none but their accounts', async () => {
  const create = (accountIds: string[]) =>
    team.owner.call(createReport, { body: { ...toChoice(accountIds), showsLogo: false } });
  const [own, mixed] = await Promise.all([create([shown]), create([shown, hidden])]);
  const { client, viewer } = members;

  expect((await client.call(listReports, {})).reports.map(({ id }) => id)).toEqual([own.id]);
  expect((await viewer.call(listReports, {})).reports).toHaveLength(2);
  await client.call(getReportContent, { params: { id: own.id } });
  await expect(client.call(getReportContent, { params: { id: mixed.id } })).rejects.toMatchObject({ status: 404 });
});

it('shows a client only the chosen reports, and those about other accounts never', async () => {
  const create = (accountIds: string[]) =>
    team.owner.call(createReport, { body: { ...toChoice(accountIds), showsLogo: false } });
  const [chosen, other, mixed] = await Promise.all([create([shown]), create([shown]), create([shown, hidden])]);
  const { client } = members;
  const { user } = await client.load();
  const change = (reportIds?: string[]) =>
    team.owner.call(changeMember, {
      params: { userId: user._id },
      body: { role: 'client', accountIds: [shown], ...(reportIds && { reportIds }) },
    });

  await change([chosen.id, mixed.id]);

  expect((await client.call(listReports, {})).reports.map(({ id }) => id)).toEqual([chosen.id]);
  const calls = [getReportContent, downloadReport, listReportComments] as const;
  for (const { id } of [other, mixed])
    for (const endpoint of calls)
      await expect(client.call(endpoint, { params: { id } }), endpoint.path).rejects.toMatchObject({ status: 404 });
  await expect(
    client.call(addReportComment, { params: { id: other.id }, body: { text: 'Hello' } }),
  ).rejects.toMatchObject({ status: 404 });
  const { members: listed } = await team.owner.call(listMembers, {});
  expect(listed.find(({ userId }) => userId === user._id)?.reportIds?.toSorted()).toEqual(
    [chosen.id, mixed.id].toSorted(),
  );
  await team.owner.call(deleteReport, { params: { id: chosen.id } });
  await change([chosen.id]);
  expect((await client.call(listReports, {})).reports).toEqual([]);
  await change();
  expect((await client.call(listReports, {})).reports.map(({ id }) => id)).toContain(other.id);
});

const isUpdate = ({ type }: { type: string }) => type === 'user-accounts-update';

async function openStream(member: TestClient, query?: string) {
  const { user } = await member.load();
  const { token } = await member.call(createLiveToken, { params: { userId: user._id } });
  const stream = await listenLive(app, token, query);
  await stream.until(() => stream.events.length > 0);
  return { ...stream, token };
}

/** Makes a change and waits for what follows it; returns the seconds from the request on. */
async function timeUntil(change: () => Promise<unknown>, follows: () => Promise<unknown>): Promise<number> {
  const askedAt = performance.now();
  await Promise.all([change(), follows()]);
  return (performance.now() - askedAt) / 1000;
}

it('sends a client updates of the chosen accounts only, even if their stream asks for all', async () => {
  const [viewer, client] = await Promise.all([
    openStream(members.viewer, '?accounts=all'),
    openStream(members.client, '?accounts=all'),
  ]);
  const listUpdated = ({ events }: typeof viewer) =>
    new Set(events.flatMap((event) => (event.type === 'account-update' ? [event.docId] : [])));

  for (const id of [hidden, shown]) {
    await app.db
      .updateTable('sync_state')
      .set({ next_sync_at: new Date(0) })
      .where('account_id', '=', id)
      .execute();
    await viewer.until(() => listUpdated(viewer).has(id));
  }
  await client.until(() => listUpdated(client).has(shown));

  expect([...listUpdated(client)]).toEqual([shown]);
  await Promise.all([viewer.close(), client.close()]);
});

it('keeps members up to date within a second, clients about their accounts, until they are removed', async () => {
  const [viewer, editor, client] = await Promise.all([
    openStream(members.viewer),
    openStream(members.editor),
    openStream(members.client),
  ]);

  const arrival = await timeUntil(
    () => team.owner.call(unlinkAccount, { body: { accountId: hidden, type: 'instagram_account' } }),
    () => Promise.all([viewer, editor, client].map(({ until, events }) => until(() => events.some(isUpdate)))),
  );

  expect(arrival).toBeLessThan(1);
  const refs = { accountRefs: [{ accountId: shown, type: 'instagram_account' }] };
  for (const { events } of [viewer, editor, client]) expect(events.find(isUpdate)).toMatchObject(refs);
  expect(editor.events.map(({ type }) => type)).not.toContain('user-update');

  const { user } = await members.editor.load();
  const end = await timeUntil(
    () => team.owner.call(removeMember, { params: { userId: user._id } }),
    () => editor.until(editor.hasEnded),
  );
  expect(end).toBeLessThan(5);
  expect((await listenLive(app, editor.token)).answer.status).toBe(401);
  expect([viewer.hasEnded(), client.hasEnded()]).toEqual([false, false]);
  const received = editor.events.length;
  await team.owner.link(hidden);
  for (const { until, events } of [viewer, client]) await until(() => events.filter(isUpdate).length > 1);
  expect(editor.events).toHaveLength(received);

  const { user: person } = await members.client.load();
  const params = { userId: person._id };
  await team.owner.call(changeMember, { params, body: { role: 'viewer' } });
  await client.until(client.hasEnded);
  expect((await listenLive(app, client.token)).answer.status).toBe(200);
});

it('ends streams within five seconds, even if nobody was told', async () => {
  const { user } = await members.viewer.load();
  const stream = await openStream(members.viewer);

  const end = await timeUntil(
    () => app.db.deleteFrom('workspace_member').where('user_id', '=', user._id).execute(),
    () => stream.until(stream.hasEnded),
  );

  expect(end).toBeLessThan(5);
});
