import {
  addRecipient,
  createReport,
  listReports,
  previewReport,
  type Report,
  scheduleReport,
  type SendingTimes,
} from '@tidemark/contract';
import { headlineText, toReportSummary } from '@tidemark/presentation';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listMail, waitForMail } from '../../../../test/mailbox.ts';
import { until } from '../../../../test/until.ts';
import { startReporting } from '../reports.fixtures.ts';

const reader = 'maya@sandbox.test';
const weekly: SendingTimes = { cadence: 'weekly', weekday: 1, monthDay: 1, hour: 8, timeZone: 'Europe/Berlin' };
let reporting: Awaited<ReturnType<typeof startReporting>>;
let report: Report;

beforeAll(async () => {
  reporting = await startReporting();
  const { client, choice } = reporting;
  report = await client.call(createReport, {
    body: { ...choice, sections: [{ kind: 'summary', comment: 'Well done' }] },
  });
  await client.call(addRecipient, { body: { address: reader, subscriptions: ['report'] } });
});
afterEach(() => reporting.client.call(scheduleReport, { params: { id: report.id }, body: { schedule: null } }));
afterAll(() => reporting.app.close());

const schedule = (id = report.id) =>
  reporting.client.call(scheduleReport, { params: { id }, body: { schedule: weekly } });
const dueAt = async () =>
  (await reporting.app.db.selectFrom('report_schedule').select('next_at').executeTakeFirst())?.next_at ?? null;

/** Makes the next sending due and waits until a process has handled it. */
async function makeDue(): Promise<void> {
  const next = await dueAt();
  await reporting.app.db
    .updateTable('report_schedule')
    .set({ next_at: new Date('2026-11-15T07:00:00Z') })
    .execute();
  await until(dueAt, (at) => at?.getTime() === next?.getTime());
}

async function listReportMail() {
  return (await listMail(reporting.app, reader)).filter(({ subject }) => subject.startsWith(report.choice.title));
}

it('sends a report at the hour in its time zone, from the chosen start until it is ended', async () => {
  const scheduled = await schedule();
  const { reports } = await reporting.client.call(listReports, {});
  const ended = await reporting.client.call(scheduleReport, { params: { id: report.id }, body: { schedule: null } });

  expect(scheduled.schedule).toEqual(weekly);
  expect(new Date(scheduled.nextAt ?? '').getUTCDay()).toBe(1);
  expect(reports[0]).toEqual(scheduled);
  expect([ended.schedule, ended.nextAt]).toEqual([null, null]);
});

it('sends a scheduled report once as PDF to every recipient, even if jobs run twice', async () => {
  await schedule();
  const worker = await reporting.app.startWorker();

  await makeDue();
  await waitForMail(reporting.app, reader, ({ subject }) => subject.startsWith(report.choice.title));
  await makeDue();
  await worker.close();

  const [mail, ...more] = await listReportMail();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('is attached as a PDF');
  const { showsLogo: _, ...body } = report.choice;
  const { sections, ...content } = await reporting.client.call(previewReport, { body });
  const [summary] = sections;
  if (summary?.kind !== 'summary') throw new Error('The report begins with its summary');
  const { headline, sentences } = toReportSummary(summary, content);
  for (const text of [headlineText(headline), ...sentences.map((sentence) => sentence.text), 'Well done'])
    expect(mail?.text).toContain(text);
  expect(mail?.headers.map(({ name }) => name)).toContain('List-Unsubscribe');
  expect(mail).toMatchObject({
    attachments: [{ name: expect.stringMatching(/\.pdf$/), type: 'application/pdf', bytes: expect.any(Number) }],
  });
});

it('neither loses nor repeats a report that cannot be queued', async () => {
  const before = (await listReportMail()).length;
  const { db } = reporting.app;
  await schedule();
  await db.schema.alterTable('mail_message').renameTo('mail_message_away').execute();
  await db
    .updateTable('report_schedule')
    .set({ next_at: new Date('2026-11-08T07:00:00Z') })
    .execute();
  const attempts = async () =>
    (await db.selectFrom('report_schedule').select('attempts').executeTakeFirst())?.attempts ?? 0;
  await until(attempts, (count) => count === 1);
  await db.schema.alterTable('mail_message_away').renameTo('mail_message').execute();

  await db.updateTable('report_schedule').set({ retry_at: new Date() }).execute();
  await until(listReportMail, (mails) => mails.length === before + 1);

  expect(await attempts()).toBe(0);
});

it('waits for Instagram’s own counts for both periods', async () => {
  const { client, choice, app, daysAgo } = reporting;
  const waiting = await client.call(createReport, {
    body: {
      ...choice,
      title: 'Nine days',
      range: { kind: 'fixed', from: daysAgo(12), to: daysAgo(4) },
      sections: [{ kind: 'metrics', comment: '' }],
    },
  });
  await schedule(waiting.id);
  const rows = () =>
    app.db.selectFrom('report_schedule').select(['attempts', 'retry_at']).where('report_id', '=', waiting.id).execute();
  await app.db
    .updateTable('report_schedule')
    .set({ next_at: new Date('2026-11-08T07:00:00Z') })
    .where('report_id', '=', waiting.id)
    .execute();
  const [row] = await until(rows, ([one]) => one?.retry_at != null);
  const isSent = async () => {
    await app.db.updateTable('report_schedule').set({ retry_at: null }).execute();
    return (await listMail(app, reader)).some(({ subject }) => subject.startsWith('Nine days'));
  };
  await until(isSent, (sent) => sent);
  await client.call(scheduleReport, { params: { id: waiting.id }, body: { schedule: null } });

  expect(row?.attempts).toBe(0);
});

it("rejects schedules for another user's reports", async () => {
  const stranger = await reporting.app.as('theo@sandbox.test');

  const refused = stranger.call(scheduleReport, { params: { id: report.id }, body: { schedule: weekly } });

  await expect(refused).rejects.toMatchObject({ status: 404 });
  expect(await dueAt()).toBeNull();
});
