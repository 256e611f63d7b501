import { getSetupProgress } from '@tidemark/contract';
import type { Config } from '../../../config/config.ts';
import { findLastBackup } from '../../../database/backup/last-backup.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { countProgress } from './queries.ts';

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
