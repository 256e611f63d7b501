import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: { digest: await findDigestSchedule(db, userId) },
});

async function findDigestSchedule(db: Database, userId: string) {
  const schedule = await db
    .selectFrom('digest_schedule')
    .select(['is_on', 'cadence', 'weekday', 'month_day', 'hour', 'time_zone', 'account_ids', 'next_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return schedule ?? null;
}
