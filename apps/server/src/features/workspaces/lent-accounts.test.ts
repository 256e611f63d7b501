import {
  bringAccount,
  disconnectMeta,
  leaveWorkspace,
  listAccounts,
  listLendableAccounts,
  unlinkAccount,
} from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { addMember, type Team } from '../../../test/team.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { connect, getWorldAccount, untilSynced } from '../../../test/world.ts';

const lender = 'ines@sandbox.test';
let app: TestApp;
let team: Team;
let person: TestClient;
let editor: TestClient;
let accountId: string;

beforeAll(async () => {
  app = await startTestApp();
  const owner = await app.withPlan('maya@sandbox.test', 'starter');
  team = { owner, workspaceId: (await owner.load()).user._id };
  person = await app.withPlan(lender, 'pro');
  await connect(app, person, lender);
  accountId = (await getWorldAccount(app, lender, 2)).id;
  await person.link(accountId);
  await untilSynced(person, accountId);
});
beforeEach(async () => {
  editor = await addMember(team, person, { role: 'editor' }).catch(() => person.inWorkspace(team.workspaceId));
});
afterAll(() => app.close());

const listThere = async () =>
  (await team.owner.call(listAccounts, {})).accounts.map(({ _id, problem }) => [_id, problem?.code ?? null]);
const bring = () => editor.call(bringAccount, { body: { accountId } });

it('brings an account that only the member’s connection reaches', async () => {
  expect((await editor.call(listLendableAccounts, {})).accounts).toMatchObject([{ accountId, isThere: false }]);
  expect(await listThere()).toEqual([]);

  await bring();
  await bring();

  expect(await listThere()).toEqual([[accountId, null]]);
  expect((await editor.call(listLendableAccounts, {})).accounts).toMatchObject([{ accountId, isThere: true }]);
  expect((await team.owner.load()).accountRefs.map((ref) => ref.accountId)).toEqual([accountId]);
});

it('refuses accounts that are not the member’s, and calls in their own workspace', async () => {
  const { id } = await getWorldAccount(app, lender, 3);

  await expect(editor.call(bringAccount, { body: { accountId: id } })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  await expect(person.call(bringAccount, { body: { accountId } })).rejects.toMatchObject({ code: 'account_not_found' });
  expect((await person.call(listLendableAccounts, {})).accounts).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  ['leaves', () => person.call(leaveWorkspace, { params: { workspaceId: team.workspaceId } })],
  ['unlinks it', () => person.call(unlinkAccount, { body: { accountId, type: 'instagram_account' } })],
  ['disconnects', () => person.call(disconnectMeta, {})],
])('200: keeps the history but gets nothing new once the member %s', async (_, end) => {
  await bring();
  expect(await listThere()).toEqual([[accountId, null]]);

  await end();

  expect(await listThere()).toEqual([[accountId, 'account_unreachable']]);
  await connect(app, person, lender);
  await person.link(accountId);
});

it('counts it towards the plan of the workspace', async () => {
  const ids = await Promise.all([2, 3, 4, 5].map(async (number) => (await getWorldAccount(app, lender, number)).id));
  for (const id of ids) await person.link(id);
  const { user } = await team.owner.load();
  const bringOne = (id: string) => editor.call(bringAccount, { body: { accountId: id } });

  expect(user.accountLimits.total).toBe(3);
  for (const id of ids.slice(0, 3)) await bringOne(id);
  await expect(bringOne(ids[3] ?? '')).rejects.toMatchObject({ code: 'account_limit_reached' });
});
