import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => {
  const logo = await findReportLogo(db, userId);
  return {
    profile: {
      reports: await listReports(db, userId),
      reportComments: await listOwnComments(db, userId),
      reportLogo: logo && { color: logo.color, changed_at: logo.changed_at },
    },
    files: (async function* () {
      if (logo?.image) yield { name: 'report-logo.png', content: [logo.image] };
    })(),
  };
};

/** Lists the comments that the user wrote, about whosever reports. */
function listOwnComments(db: Database, userId: string) {
  return db
    .selectFrom('report_comment')
    .select(['report_id', 'text', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

function listReports(db: Database, userId: string) {
  return db
    .selectFrom('report')
    .leftJoin('report_schedule as sent', 'sent.report_id', 'report.report_id')
    .select(['report.report_id', 'account_ids', 'choice', 'created_at', 'changed_at'])
    .select(['sent.cadence', 'sent.weekday', 'sent.month_day', 'sent.hour', 'sent.time_zone'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

async function findReportLogo(db: Database, userId: string) {
  const row = await db
    .selectFrom('report_logo')
    .select(['image', 'color', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
