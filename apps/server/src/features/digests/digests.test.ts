import {
  addRecipient,
  type DigestSchedule,
  getDigestSchedule,
  getMetricCard,
  listRecipients,
  previewDigest,
  saveDigestSchedule,
  sendTestDigest,
} from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listMail, waitForMail } from '../../../test/mailbox.ts';
import { createTestClock, untilQuiet } from '../../../test/passing-time.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { until } from '../../../test/until.ts';
import { connect, listWorldAccounts } from '../../../test/world.ts';

const email = 'maya@sandbox.test';
/** A Saturday, 19:00 in Berlin. */
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
let maya: TestClient;
let ids: string[];

beforeAll(async () => {
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    sandboxOptions: { clock: time.right, anchor: '2026-11-21' },
  });
  maya = await app.withPlan(email, 'agency');
  await connect(app, maya, email);
  ids = (await listWorldAccounts(app, email)).map(({ id }) => id).slice(0, 2);
  for (const id of ids) await maya.link(id);
  await untilQuiet(app, time, 170_000);
}, 180_000);
afterEach(() => app.control('faults', { method: 'DELETE' }));
afterAll(() => app.close());

const dueRows = () => app.db.selectFrom('digest_schedule').select(['next_at', 'retry_at', 'attempts']).execute();
const retryNow = () => app.db.updateTable('digest_schedule').set({ retry_at: null }).execute();
/** Makes the next digest due and waits until the processes have handled it. */
async function makeDue() {
  const [before] = await dueRows();
  await app.db
    .updateTable('digest_schedule')
    .set({ next_at: new Date('2026-11-15T07:00:00Z'), next_day: '2026-11-15' })
    .execute();
  const lookAgain = async () => {
    await retryNow();
    return dueRows();
  };
  await until(lookAgain, ([row]) => row?.next_at?.getTime() === before?.next_at?.getTime());
}
async function subscribe(address: string) {
  const { recipients } = await maya.call(listRecipients, {});
  const known = recipients.find((one) => one.address === address);
  return known ?? maya.call(addRecipient, { body: { address, subscriptions: ['digest'] } });
}

it('is off until the user starts it, then due at the hour in their time zone', async () => {
  expect(await maya.call(getDigestSchedule, { query: { timeZone: 'Europe/Berlin' } })).toMatchObject({
    schedule: { isOn: false, timeZone: 'Europe/Berlin' },
    nextAt: null,
  });

  const saved = await maya.call(saveDigestSchedule, { body: weekly });

  expect(saved.nextAt).toBe('2026-11-22T07:00:00.000Z');
  expect(await maya.call(getDigestSchedule, { query: {} })).toEqual(saved);
});

it("contains the Overview's values for the same days, and links there", async () => {
  const { digest } = await maya.call(previewDigest, { body: { schedule: weekly, back: 0 } });
  const range = { cStart: '2026-11-08T00:00:00.000Z', cEnd: '2026-11-14T23:59:59.999Z' };
  const before = { pStart: '2026-11-01T00:00:00.000Z', pEnd: '2026-11-07T23:59:59.999Z' };
  const card = (metric: 'views' | 'followers') =>
    maya.call(getMetricCard, { params: { metric }, body: { ...range, ...before, accountIds: ids } });
  const [views, followers] = await Promise.all([card('views'), card('followers')]);

  const figure = (label: string) => digest?.figures.find((one) => one.label === label);
  expect(digest).toMatchObject({ from: '2026-11-08', to: '2026-11-14' });
  expect(figure('Views')?.value.replace('≈ ', '')).toBe(views.current.toLocaleString('en-US'));
  expect(figure('Views')?.value.startsWith('≈')).toBe(views.isApprox);
  expect(figure('Followers')?.value.replace('≈ ', '')).toBe(followers.current.toLocaleString('en-US'));
  expect(digest?.url).toBe(`${app.url}/?from=2026-11-08&to=2026-11-14`);
  expect(digest?.sentences.length).toBeGreaterThan(1);
  for (const sentence of digest?.sentences ?? []) expect(sentence).toMatch(/\d/);
});

it('previews digests for earlier weeks and whole months', async () => {
  const eighth = await maya.call(previewDigest, { body: { schedule: weekly, back: 7 } });
  const month = await maya.call(previewDigest, { body: { schedule: { ...weekly, cadence: 'monthly' }, back: 0 } });

  expect(eighth.digest).toMatchObject({ from: '2026-09-20', to: '2026-09-26' });
  expect(month.digest).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
});

it('is sent once to each confirmed recipient, even if jobs run twice', async () => {
  await maya.call(saveDigestSchedule, { body: weekly });
  expect(await subscribe(email)).toMatchObject({ state: 'confirmed' });
  expect(await subscribe('friend@tidemark.test')).toMatchObject({ state: 'unconfirmed' });
  const worker = await app.startWorker();

  await makeDue();
  await waitForMail(app, email);
  await makeDue();
  await worker.close();

  const [mail, ...more] = await listMail(app, email);
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('Nov 8 – Nov 14');
  expect(mail?.text).toContain(`${app.url}/?from=2026-11-08&to=2026-11-14`);
  expect(mail?.html).not.toMatch(/<(img|script|link)|src=/);
  expect((await listMail(app, 'friend@tidemark.test')).map(({ subject }) => subject)).toEqual([
    'Confirm that you want mail from Tidemark',
  ]);
});

it('waits for Instagram’s own counts for both weeks, then contains final changes', async () => {
  await app.db
    .updateTable('digest_schedule')
    .set({ next_at: new Date('2026-11-01T07:00:00Z'), next_day: '2026-11-01' })
    .execute();
  const worker = await app.startWorker();

  const [waiting] = await until(dueRows, ([row]) => row?.retry_at != null);
  const early = (await listMail(app, email)).filter(({ subject }) => subject.includes('Oct 25'));
  const mail = await until(
    async () => {
      await retryNow();
      return (await listMail(app, email)).find(({ subject }) => subject.includes('Oct 25 – Oct 31'));
    },
    (found) => found !== undefined,
  );
  await worker.close();

  expect(waiting).toMatchObject({ attempts: 0, retry_at: new Date(time.now().getTime() + 60_000) });
  expect(early).toEqual([]);
  expect(mail?.text).toMatch(/Engagement rate: .* \([+−]/);
  expect(mail?.text).not.toContain('comparing');
});

it('ends with one click, without a sign-in, for that recipient only', async () => {
  const mail = (await listMail(app, email)).find(({ subject }) => subject.includes('Nov 8'));
  const header = (name: string) => mail?.headers.find((one) => one.name === name)?.value ?? '';
  const url = header('List-Unsubscribe').slice(1, -1);
  expect(header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const click = () =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), redirect: 'error' });

  const opened = await fetch(url, { redirect: 'manual' });
  expect(opened.headers.get('location')).toMatch(/\/unsubscribe#digest\./);
  expect((await maya.call(listRecipients, {})).recipients[0]?.subscriptions).toEqual(['digest']);
  expect([(await click()).status, (await click()).status]).toEqual([200, 200]);

  const { recipients } = await maya.call(listRecipients, {});
  expect(recipients.find(({ address }) => address === email)).toMatchObject({
    subscriptions: [],
    state: 'unconfirmed',
  });
  expect((await fetch(`${url.slice(0, -1)}x`, { method: 'POST' })).status).toBe(404);
});

it('sends test digests only to confirmed addresses', async () => {
  const friend = await subscribe('friend@tidemark.test');

  await expect(maya.call(sendTestDigest, { body: { schedule: weekly, recipientId: friend.id } })).rejects.toMatchObject(
    { code: 'recipient_not_confirmed' },
  );

  await app.db
    .updateTable('recipient')
    .set({ confirmed_at: time.now() })
    .where('recipient_id', '=', friend.id)
    .execute();
  await maya.call(sendTestDigest, { body: { schedule: weekly, recipientId: friend.id } });
  await waitForMail(app, 'friend@tidemark.test', ({ subject }) => subject.includes('Your week'));
});

it('stops for an address with three permanent rejections in a row', async () => {
  const friend = await subscribe('friend@tidemark.test');
  const rules = [{ fault: 'mail-unknown-recipient', match: { person: friend.address } }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
  const state = async () =>
    (await maya.call(listRecipients, {})).recipients.find(({ id }) => id === friend.id)?.state ?? null;

  for (let count = 0; count < 3; count += 1) {
    expect(await state()).toBe('confirmed');
    await maya.call(sendTestDigest, { body: { schedule: weekly, recipientId: friend.id } });
    await until(
      async () =>
        (
          await app.db.selectFrom('mail_message').select('state').where('address', '=', friend.address).execute()
        ).filter((row) => row.state === 'failed').length,
      (failed) => failed === count + 1,
    );
  }

  expect(await state()).toBe('disabled');
  await expect(maya.call(sendTestDigest, { body: { schedule: weekly, recipientId: friend.id } })).rejects.toMatchObject(
    { code: 'recipient_not_confirmed' },
  );
});

it("reports nothing about another user's accounts", async () => {
  const cal = await app.as('cal@sandbox.test');
  const foreign = { ...weekly, accountIds: [ids[0] ?? ''] };

  await expect(cal.call(saveDigestSchedule, { body: foreign })).rejects.toMatchObject({ code: 'account_not_found' });
  await expect(cal.call(previewDigest, { body: { schedule: foreign, back: 0 } })).rejects.toMatchObject({
    code: 'account_not_found',
  });
  expect(await cal.call(previewDigest, { body: { schedule: weekly, back: 0 } })).toEqual({ digest: null });
});
