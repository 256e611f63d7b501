import { dayMillis, type ReportContent } from '@tidemark/contract';
import type { Transaction } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startPoller } from '../../../platform/poller.ts';
import { type Postponement, sendDue } from '../../../platform/send-due.ts';
import { findNextSending, type Sending } from '../../../platform/sending-times.ts';
import { hasOpenComparisons, loadReportContent } from '../../analytics/index.ts';
import { listSubscribers, type Outbox, toUnsubscribeLinks } from '../../mail/index.ts';
import { toReportFileName } from '../file-name.ts';
import { findLogo } from '../logo/queries.ts';
import { createRenderer, type Render } from '../pdf/renderer.ts';
import { createPictureStore } from '../read-pictures.ts';
import { type ReportDeps, toReport } from '../report.ts';
import { toReportMail } from './report-mail.ts';
import { advanceReport, type DueReport, listDueReports, postponeReport } from './queries.ts';

const batch = 5;
const lifeMillis = 2 * dayMillis;

export interface ReportJobDeps extends ReportDeps {
  outbox: Outbox;
  appUrl: string;
  log: Log;
}

/** Queues scheduled reports when they are due. Returns a function that stops it. */
export function startReportWork(
  deps: ReportJobDeps,
  { pollSeconds = 30 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  const render = createRenderer(createPictureStore(deps));
  const { db, clock, log } = deps;
  const sender = {
    clock,
    listDue: (now: Date) => listDueReports(db, now, batch),
    queue: (due: DueReport) => queueDueReport(deps, render, due),
    moveOn: (due: DueReport, next: Sending) =>
      db.transaction().execute((transaction) => advanceReport(transaction, due, next.at)),
    postpone: (due: DueReport, change: Postponement) => postponeReport(db, due, change),
    onFailure: ({ report, attempts }: DueReport, error: unknown) =>
      log.error({ err: error, reportId: report.report_id, attempts }, 'Could not create a scheduled report'),
  };
  return startPoller((signal) => sendDue(sender, signal), {
    intervalMillis: pollSeconds * 1000,
    log,
    failureMessage: 'Could not send reports',
  }).stop;
}

/** Stores the queued messages and the next date together, so that a killed process neither loses nor repeats any. */
async function queueDueReport(deps: ReportJobDeps, render: Render, due: DueReport): Promise<'later' | void> {
  const { db, clock } = deps;
  const hasReaders = (await listSubscribers(db, { userId: due.viewer.userId, kind: 'report' })).length > 0;
  const content = hasReaders ? await loadContent(deps, due) : null;
  if (content && hasOpenComparisons(content)) return 'later';
  const pdf = content && (await render(content, await findLogoFor(db, due)));
  await db.transaction().execute(async (transaction) => {
    const isOurs = await advanceReport(transaction, due, findNextSending(due.schedule, clock()).at);
    if (isOurs && content && pdf) await queueMessages(deps, transaction, { due, content, pdf });
  });
}

async function findLogoFor(db: ReportJobDeps['db'], { report, viewer }: DueReport): Promise<Buffer | null> {
  return toReport(report).choice.showsLogo ? findLogo(db, viewer.userId) : null;
}

/** Loads the content; null if none of its accounts is left. */
async function loadContent(deps: ReportJobDeps, { report, viewer }: DueReport): Promise<ReportContent | null> {
  try {
    return await loadReportContent(deps, viewer, toReport(report).choice, deps.clock());
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_not_found') return null;
    throw error;
  }
}

async function queueMessages(
  { outbox, appUrl, clock }: ReportJobDeps,
  transaction: Transaction,
  { due, content, pdf }: { due: DueReport; content: ReportContent; pdf: Buffer },
): Promise<void> {
  const { userId } = due.viewer;
  const { name } = await transaction
    .selectFrom('app_user')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  for (const reader of await listSubscribers(transaction, { userId, kind: 'report' }))
    await outbox.queue(transaction, {
      kind: 'report',
      address: reader.address,
      userId,
      recipientId: reader.recipient_id,
      dedupKey: `report:${due.report.report_id}:${due.dueAt.toISOString()}:${reader.recipient_id}`,
      content: toReportMail(content, {
        appUrl,
        sender: name,
        unsubscribe: toUnsubscribeLinks({ appUrl, kind: 'report', token: reader.unsubscribe_token }),
      }),
      attachments: [{ name: toReportFileName(content), type: 'application/pdf', content: pdf }],
      expiresAt: new Date(clock().getTime() + lifeMillis),
    });
}
