import {
  addRecipient,
  changeMember,
  type DigestSchedule,
  getMemberMail,
  listMembers,
  listRecipients,
  removeMember,
  saveDigestSchedule,
  setMemberMail,
} from '@tidemark/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listMail, waitForMail } from '../../../test/mailbox.ts';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { addMember, type Team } from '../../../test/team.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';

const [maya, viewerEmail, clientEmail] = ['maya@sandbox.test', 'theo@sandbox.test', 'nadia@sandbox.test'] as const;
const time = createTestClock(new Date('2026-11-21T18:00:00Z'));
const weekly: DigestSchedule = {
  isOn: true,
  cadence: 'weekly',
  weekday: 7,
  monthDay: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  accountIds: null,
};

let app: TestApp;
let team: Team;
let viewer: TestClient;
let client: TestClient;
let shown: string;

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: { clock: time.right, anchor: '2026-11-21' },
  });
  const owner = await app.withPlan(maya, 'agency');
  await connect(app, owner, maya);
  const ids = (await listWorldAccounts(app, maya)).map(({ id }) => id).slice(0, 2);
  shown = ids[0] ?? '';
  for (const id of ids) await owner.link(id);
  await untilQuiet(app, time, 170_000);
  team = { owner, workspaceId: (await owner.load()).user._id };
  viewer = await addMember(team, await app.as(viewerEmail), { role: 'viewer' });
  client = await addMember(team, await app.as(clientEmail), { role: 'client', accountIds: [shown] });
  await owner.call(saveDigestSchedule, { body: weekly });
}, 180_000);
afterAll(() => app.close());

const choose = (member: TestClient, subscriptions: ('digest' | 'alert' | 'report')[]) =>
  member.call(setMemberMail, { body: { subscriptions } });

const findNextAt = async () =>
  (await app.db.selectFrom('digest_schedule').select('next_at').executeTakeFirst())?.next_at;

/** Makes a week's digest due and waits until the processes have handled it. */
async function makeDue(day: string) {
  const before = await findNextAt();
  const at = new Date(`${day}T07:00:00Z`);
  await app.db.updateTable('digest_schedule').set({ next_at: at, next_day: day, retry_at: null }).execute();
  await until(
    async () => {
      await app.db.updateTable('digest_schedule').set({ retry_at: null }).execute();
      return findNextAt();
    },
    (next) => next?.getTime() === before?.getTime(),
  );
}

const listDigests = async (address: string) =>
  (await listMail(app, address)).filter(({ subject }) => subject.startsWith('Your week'));

const listMailOfMembers = async () => {
  const { members } = await team.owner.call(listMembers, {});
  return Object.fromEntries(members.map(({ email, mail }) => [email, mail]));
};

it('sends members nothing until they choose it, and offers clients no alerts', async () => {
  expect(await viewer.call(getMemberMail, {})).toEqual({
    address: viewerEmail,
    isConfirmed: false,
    subscriptions: [],
    offered: ['digest', 'alert'],
  });
  expect((await client.call(getMemberMail, {})).offered).toEqual(['digest']);

  await expect(choose(client, ['alert'])).rejects.toMatchObject({ status: 403, code: 'role_insufficient' });
  await expect(choose(viewer, ['report'])).rejects.toMatchObject({ status: 403, code: 'role_insufficient' });
  await expect(choose(team.owner, ['digest'])).rejects.toMatchObject({ status: 404, code: 'member_not_found' });
});

it('sends each member the digest once, a client’s about their accounts, even if jobs run twice', async () => {
  expect(await choose(viewer, ['digest', 'alert'])).toMatchObject({
    isConfirmed: true,
    subscriptions: ['digest', 'alert'],
  });
  await choose(client, ['digest']);
  expect(await listMailOfMembers()).toEqual({
    [maya]: [],
    [viewerEmail]: ['digest', 'alert'],
    [clientEmail]: ['digest'],
  });
  expect((await team.owner.call(listRecipients, {})).recipients).toEqual([]);
  const worker = await app.startWorker();

  await makeDue('2026-11-15');
  for (const address of [viewerEmail, clientEmail])
    await waitForMail(app, address, ({ subject }) => subject.startsWith('Your week'));
  await makeDue('2026-11-15');
  await worker.close();

  const [toViewer, ...moreToViewer] = await listDigests(viewerEmail);
  const [toClient, ...moreToClient] = await listDigests(clientEmail);
  expect([...moreToViewer, ...moreToClient]).toEqual([]);
  expect(toViewer?.text).toContain('/?from=2026-11-08&to=2026-11-14\n');
  expect(toClient?.text).toContain(`/?from=2026-11-08&to=2026-11-14&accounts=${shown}`);
  expect(toClient?.text).toContain('because you chose it as a member of Maya Lindqvist’s workspace');
  const views = (text: string | undefined) => /Views: [^\n]*/.exec(text ?? '')?.[0];
  expect(views(toClient?.text)).not.toBe(views(toViewer?.text));
});

it('ends with one click for that member alone, who can choose it again', async () => {
  const [mail] = await listMail(app, clientEmail);
  const url = mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';

  expect((await fetch(url, { method: 'POST' })).status).toBe(200);

  expect(await listMailOfMembers()).toMatchObject({ [viewerEmail]: ['digest', 'alert'], [clientEmail]: [] });
  expect(await client.call(getMemberMail, {})).toMatchObject({ subscriptions: [] });
  expect(await choose(client, ['digest'])).toMatchObject({ isConfirmed: true, subscriptions: ['digest'] });
});

it('sends an address one digest if the owner entered it, too', async () => {
  await team.owner.call(addRecipient, { body: { address: viewerEmail, subscriptions: ['digest'] } });
  await app.db.updateTable('recipient').set({ confirmed_at: time.now() }).where('member_id', 'is', null).execute();

  await makeDue('2026-11-08');
  await waitForMail(app, viewerEmail, ({ subject }) => subject.includes('Nov 1 – Nov 7'));

  const both = (await listMail(app, viewerEmail)).filter(({ subject }) => subject.includes('Nov 1 – Nov 7'));
  expect(both.map(({ text }) => text.includes('because Maya Lindqvist added you'))).toEqual([true]);
});

it('ends with the membership, and drops mail about what a member no longer sees', async () => {
  const { user } = await client.load();
  const waiting = await app.db
    .selectFrom('recipient')
    .select('recipient_id')
    .where('member_id', '=', user._id)
    .executeTakeFirstOrThrow();
  const queue = () =>
    app.db
      .updateTable('mail_message')
      .set({ state: 'queued', next_attempt_at: new Date('2027-01-01') })
      .where('recipient_id', '=', waiting.recipient_id)
      .execute();
  const countQueued = async () =>
    (await app.db.selectFrom('mail_message').select('message_id').where('state', '=', 'queued').execute()).length;
  await queue();
  expect(await countQueued()).toBeGreaterThan(0);

  const params = { userId: user._id };
  await team.owner.call(changeMember, { params, body: { role: 'client', accountIds: [shown] } });
  expect(await countQueued()).toBe(0);
  await team.owner.call(removeMember, { params });

  await expect(client.call(getMemberMail, {})).rejects.toMatchObject({ code: 'workspace_not_found' });
  expect(await app.db.selectFrom('recipient').select('address').where('member_id', '=', user._id).execute()).toEqual(
    [],
  );
});
