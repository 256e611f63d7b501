import { getSetupProgress, type SetupProgress } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Config } from '../../../config/config.ts';
import { findLastBackup } from '../../../database/backup/last-backup.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';

export interface SetupProgressDeps {
  db: Database;
  clock: Clock;
  config: Pick<Config, 'meta' | 'mail'>;
}

export function setupProgressRoutes({ db, clock, config }: SetupProgressDeps) {
  return [
    route(getSetupProgress, async ({ viewer }) => {
      const [counts, backedUpAt] = await Promise.all([countProgress(db, viewer.userId, clock()), findLastBackup(db)]);
      return {
        ...counts,
        hasMetaApp: config.meta.isConfigured,
        sendsMail: config.mail !== null,
        backedUpAt: backedUpAt?.toISOString() ?? null,
      };
    }),
  ];
}

async function countProgress(db: Database, userId: string, now: Date) {
  const { rows } = await sql<Pick<SetupProgress, 'isConnected' | 'accounts' | 'others'>>`
    select
      exists (select from meta_connection where user_id = ${userId} and broken_at is null
        and (expires_at is null or expires_at > ${now})) as "isConnected",
      (select count(*) from account_ref where user_id = ${userId}) as accounts,
      (select count(*) from app_user where user_id <> ${userId})
        + (select count(*) from sign_in_link where kind = 'invitation' and expires_at > ${now}) as others`.execute(db);
  return rows[0] ?? { isConnected: false, accounts: 0, others: 0 };
}
