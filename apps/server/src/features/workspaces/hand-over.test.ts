import {
  bringAccount,
  createLabel,
  createReport,
  handOverWorkspace,
  leaveWorkspace,
  listAccounts,
  listLabels,
  listMembers,
  listReports,
  listWorkspaces,
  renameWorkspace,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toChoice } from '../../../test/shared-page.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { addMember } from '../../../test/team.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { connect, getWorldAccount, untilSynced } from '../../../test/world.ts';

const people = { founder: 'maya@sandbox.test', heir: 'theo@sandbox.test', lender: 'ines@sandbox.test' };
let app: TestApp;
let [founder, heir, lender]: TestClient[] = [];
let own = '';
let lent = '';

const need = (client: TestClient | undefined): TestClient => {
  if (!client) throw new Error('There is no such person yet');
  return client;
};
const idOf = async (client: TestClient | undefined) => (await need(client).load()).user._id;
const listIds = async (client: TestClient) => (await client.call(listAccounts, {})).accounts.map(({ _id }) => _id);
const handOver = async (to: string) => need(founder).call(handOverWorkspace, { body: { userId: to } });

async function withAccount(email: string): Promise<[TestClient, string]> {
  const client = await app.withPlan(email, 'pro');
  await connect(app, client, email);
  const { id } = await getWorldAccount(app, email, 2);
  await client.link(id);
  await untilSynced(client, id);
  return [client, id];
}

beforeAll(async () => {
  app = await startTestApp();
  [founder, own] = await withAccount(people.founder);
  [lender, lent] = await withAccount(people.lender);
  heir = await app.withPlan(people.heir, 'pro');
  const team = { owner: founder, workspaceId: await idOf(founder) };
  await addMember(team, heir, { role: 'editor' });
  const there = await addMember(team, lender, { role: 'editor' });
  await there.call(bringAccount, { body: { accountId: lent } });
  await founder.call(renameWorkspace, { body: { name: 'Harbour Studio' } });
  await founder.call(createLabel, { body: { name: 'Campaign', color: 'blue', rule: null } });
  await founder.call(createReport, { body: { ...toChoice([own, lent]), showsLogo: false } });
}, 60_000);
afterAll(() => app.close());

it('refuses strangers, oneself and members with a workspace of their own', async () => {
  await expect(handOver(await idOf(await app.as('nadia@sandbox.test')))).rejects.toMatchObject({
    code: 'member_not_found',
  });
  await expect(handOver(await idOf(founder))).rejects.toMatchObject({ code: 'member_not_found' });
  await expect(handOver(await idOf(lender))).rejects.toMatchObject({ code: 'workspace_not_empty' });

  const label = { body: { name: 'Mine', color: 'green', rule: null } } as const;
  const { id } = await need(heir).call(createLabel, label);
  await expect(handOver(await idOf(heir))).rejects.toMatchObject({ code: 'workspace_not_empty' });
  await app.db.deleteFrom('label').where('label_id', '=', id).execute();
  expect((await need(founder).call(listLabels, {})).labels).toHaveLength(1);
});

it('moves everything, keeps the members, and leaves connections with those who made them', async () => {
  const workspaceId = await idOf(heir);
  await handOver(workspaceId);

  const owner = need(heir);
  expect((await listIds(owner)).toSorted()).toEqual([own, lent].toSorted());
  expect((await owner.call(listLabels, {})).labels.map(({ name }) => name)).toEqual(['Campaign']);
  expect((await owner.call(listReports, {})).reports).toHaveLength(1);
  const { name, members } = await owner.call(listMembers, {});
  expect(name).toBe('Harbour Studio');
  expect(members.map(({ role }) => role).toSorted()).toEqual(['editor', 'owner', 'owner']);
  expect((await need(founder).call(listLabels, {})).labels).toEqual([]);
  expect(await listIds(need(founder))).toEqual([own]);
  expect((await need(founder).inWorkspace(workspaceId).call(listLabels, {})).labels).toHaveLength(1);
  expect((await need(lender).call(listWorkspaces, {})).workspaces.map(({ id }) => id)).toEqual([
    await idOf(lender),
    workspaceId,
  ]);
  await expect(
    need(lender)
      .inWorkspace(await idOf(founder))
      .call(listLabels, {}),
  ).rejects.toMatchObject({
    code: 'workspace_not_found',
  });
});

it('lets the earlier owner leave without taking the team’s data along', async () => {
  await need(founder).call(leaveWorkspace, { params: { workspaceId: await idOf(heir) } });

  const { accounts } = await need(heir).call(listAccounts, {});
  expect(accounts.map(({ _id, problem }) => [_id, problem?.code ?? null])).toEqual([
    [own, 'account_unreachable'],
    [lent, null],
  ]);
  expect((await need(heir).call(listReports, {})).reports).toHaveLength(1);
});
