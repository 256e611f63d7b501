import { dayMillis, type ReportContent } from '@tidemark/contract';
import type { MailClient } from '../../../clients/mail/mail.ts';
import type { Transaction } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { findNextSending, toSendingTimes } from '../../../platform/sending-times.ts';
import { soon } from '../../../platform/work/sendings.ts';
import { defineWork } from '../../../platform/work/work.ts';
import { hasOpenComparisons, loadReportContent } from '../../analytics/index.ts';
import { listSubscribers, type Outbox, toUnsubscribeLinks } from '../../mail/index.ts';
import { toReportFileName } from '../file-name.ts';
import { findBrand } from '../logo/queries.ts';
import { createRenderer, type Render } from '../pdf/renderer.ts';
import { createPictureStore } from '../read-pictures.ts';
import { type ReportDeps, toReport } from '../report.ts';
import { toReportMail } from './report-mail.ts';
import { advanceReport, type DueReport, findScheduledReport, reportRows, type ScheduledReport } from './queries.ts';

const lifeMillis = 2 * dayMillis;

interface ReportJobDeps extends ReportDeps {
  outbox: Outbox;
  appUrl: string;
}

interface ReportServices extends ReportJobDeps {
  mailClient: MailClient | null;
}

export const reportWork = defineWork({
  name: 'reports',
  label: 'Create scheduled reports',
  remedy: 'The log names the report. It is tried four times, then left out; the next one follows its schedule.',
  everySeconds: 30,
  rows: reportRows,
  toLogFields: ({ report_id: reportId, attempts }) => ({ reportId, attempts }),
  prepare: ({ mailClient, ...deps }: ReportServices) => {
    const render = createRenderer(createPictureStore(deps), deps.appUrl);
    return mailClient && ((due) => queueDueReport(deps, render, due));
  },
});

/** Stores the queued messages and the next date together, so that a killed process neither loses nor repeats any. */
async function queueDueReport(deps: ReportJobDeps, render: Render, due: DueReport): Promise<void> {
  const { db, clock } = deps;
  const scheduled = await findScheduledReport(db, due.report_id);
  if (!scheduled) return;
  const hasReaders = (await listSubscribers(db, { userId: scheduled.viewer.userId, kind: 'report' })).length > 0;
  const content = hasReaders ? await loadContent(deps, scheduled) : null;
  if (content && hasOpenComparisons(content)) return reportRows.postpone(db, due, soon(clock()));
  const { report, viewer } = scheduled;
  const pdf = content && (await render(content, await findBrand(db, viewer.userId, toReport(report).choice)));
  await db.transaction().execute(async (transaction) => {
    const isOurs = await advanceReport(transaction, due, findNextSending(toSendingTimes(due), clock()).at);
    if (isOurs && content && pdf)
      await queueMessages(deps, transaction, { due, userId: scheduled.viewer.userId, content, pdf });
  });
}

/** Loads the content; null if none of its accounts is left. */
async function loadContent(deps: ReportJobDeps, { report, viewer }: ScheduledReport): Promise<ReportContent | null> {
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
  { due, userId, content, pdf }: { due: DueReport; userId: string; content: ReportContent; pdf: Buffer },
): Promise<void> {
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
      dedupKey: `report:${due.report_id}:${due.next_at.toISOString()}:${reader.recipient_id}`,
      content: toReportMail(content, {
        appUrl,
        sender: name,
        unsubscribe: toUnsubscribeLinks({ appUrl, kind: 'report', token: reader.unsubscribe_token }),
      }),
      attachments: [{ name: toReportFileName(content), type: 'application/pdf', content: pdf }],
      expiresAt: new Date(clock().getTime() + lifeMillis),
    });
}
