import {
  addReportComment,
  changeReport,
  createReport,
  deleteReport,
  deleteReportComment,
  downloadReport,
  getReportContent,
  listReportComments,
  listReports,
  maxReportComments,
  maxReports,
  type OwnReportChoice,
  previewReport,
  type Report,
  renderReport,
  scheduleReport,
} from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { route, toPersonId, type Viewer } from '../../platform/http/route.ts';
import { findNextSending, toSendingTimes } from '../../platform/sending-times.ts';
import { requireAccounts } from '../accounts/index.ts';
import { loadReportContent } from '../analytics/index.ts';
import type { Outbox } from '../mail/index.ts';
import { countComments, insertComment, listComments, removeComment } from './comments.ts';
import { toReportFileName } from './file-name.ts';
import { findBrand } from './logo/queries.ts';
import { createRenderer } from './pdf/renderer.ts';
import { findReport, insertReport, listReportRows, removeReport, replaceReport, type ReportRow } from './queries.ts';
import { createPictureStore } from './read-pictures.ts';
import { type ReportDeps, toReport } from './report.ts';
import { findReportSchedules, removeReportSchedule, saveReportSchedule } from './scheduled/queries.ts';

export interface ReportRouteDeps extends ReportDeps {
  appUrl: string;
  outbox: Pick<Outbox, 'isEnabled'>;
}

interface Reply {
  header(name: string, value: string): Reply;
  type(type: string): Reply;
  send(bytes: Buffer): unknown;
}

/** Returns true if the viewer may see a report: a client those about none but their accounts, or the chosen among them. */
function isSeenBy({ member }: Viewer, { report_id: id, account_ids: accountIds }: ReportRow): boolean {
  const seen = member?.accountIds;
  if (member?.reportIds && !member.reportIds.includes(id)) return false;
  return !seen || (accountIds.length > 0 && accountIds.every((id) => seen.includes(id)));
}

export function reportRoutes(deps: ReportRouteDeps) {
  const { db, clock, outbox } = deps;
  const render = createRenderer(createPictureStore(deps), deps.appUrl);

  async function requireReport(viewer: Viewer, id: string): Promise<Report> {
    const row = await findReport(db, { userId: viewer.userId, id });
    if (!row || !isSeenBy(viewer, row)) throw new ApiError('not_found');
    return withSchedule(viewer, row);
  }

  async function listWithSchedules(userId: string, rows: readonly ReportRow[]): Promise<Report[]> {
    const [schedules, comments] = await Promise.all([findReportSchedules(db, userId), countComments(db, userId)]);
    return rows.map((row) => {
      const saved = schedules.get(row.report_id);
      return {
        ...toReport(row),
        schedule: saved ? toSendingTimes(saved) : null,
        nextAt: saved?.next_at.toISOString() ?? null,
        comments: comments.get(row.report_id) ?? 0,
      };
    });
  }

  async function withSchedule({ userId }: Viewer, row: ReportRow): Promise<Report> {
    const [report] = await listWithSchedules(userId, [row]);
    if (!report) throw new ApiError('not_found');
    return report;
  }

  async function sendPdf(viewer: Viewer, choice: OwnReportChoice, reply: Reply): Promise<string> {
    const content = await loadReportContent(deps, viewer, choice, clock());
    const bytes = await render(content, await findBrand(db, viewer.userId, choice));
    reply
      .header('content-disposition', `attachment; filename="${toReportFileName(content)}"`)
      .header('cache-control', 'no-store')
      .type('application/pdf')
      .send(bytes);
    return '';
  }

  return [
    route(listReports, async ({ viewer }) => ({
      reports: await listWithSchedules(
        viewer.userId,
        (await listReportRows(db, viewer.userId)).filter((row) => isSeenBy(viewer, row)),
      ),
    })),

    route(createReport, async ({ viewer, body: choice }) => {
      await requireAccounts(db, viewer, choice.accountIds);
      const row = await insertReport(db, choice, { userId: viewer.userId, now: clock(), max: maxReports });
      if (!row) throw new ApiError('report_limit_reached');
      return withSchedule(viewer, row);
    }),

    route(changeReport, async ({ viewer, params: { id }, body: choice }) => {
      await requireReport(viewer, id);
      await requireAccounts(db, viewer, choice.accountIds);
      const row = await replaceReport(db, { userId: viewer.userId, id }, { choice, now: clock() });
      if (!row) throw new ApiError('not_found');
      return withSchedule(viewer, row);
    }),

    route(scheduleReport, async ({ viewer, params: { id }, body: { schedule } }) => {
      await requireReport(viewer, id);
      if (!schedule) await removeReportSchedule(db, id);
      else if (!outbox.isEnabled) throw new ApiError('mail_off');
      else await saveReportSchedule(db, id, { schedule, nextAt: findNextSending(schedule, clock()).at });
      return requireReport(viewer, id);
    }),

    route(deleteReport, async ({ viewer, params: { id } }) => {
      if (!(await removeReport(db, { userId: viewer.userId, id }))) throw new ApiError('not_found');
      return { success: true as const };
    }),

    route(listReportComments, async ({ viewer, params: { id } }) => {
      await requireReport(viewer, id);
      return { comments: await listComments(db, id, toPersonId(viewer)) };
    }),

    route(addReportComment, async ({ viewer, params: { id }, body: { text } }) => {
      await requireReport(viewer, id);
      const comment = { reportId: id, personId: toPersonId(viewer), text, now: clock(), max: maxReportComments };
      const added = await insertComment(db, comment);
      if (!added) throw new ApiError('comment_limit_reached');
      return added;
    }),

    route(deleteReportComment, async ({ viewer, params: { id, commentId } }) => {
      await requireReport(viewer, id);
      const isOwner = (viewer.member?.role ?? 'owner') === 'owner';
      const authorId = isOwner ? null : toPersonId(viewer);
      if (!(await removeComment(db, { reportId: id, commentId, authorId }))) throw new ApiError('not_found');
      return { success: true as const };
    }),

    route(previewReport, async ({ viewer, body: choice }) => {
      await requireAccounts(db, viewer, choice.accountIds);
      return loadReportContent(deps, viewer, choice, clock());
    }),

    route(getReportContent, async ({ viewer, params: { id } }) => {
      const { choice } = await requireReport(viewer, id);
      return loadReportContent(deps, viewer, choice, clock());
    }),

    route(downloadReport, async ({ viewer, params: { id }, reply }) => {
      const { choice } = await requireReport(viewer, id);
      return sendPdf(viewer, choice, reply);
    }),

    route(renderReport, async ({ viewer, body: choice, reply }) => {
      await requireAccounts(db, viewer, choice.accountIds);
      return sendPdf(viewer, choice, reply);
    }),
  ];
}
