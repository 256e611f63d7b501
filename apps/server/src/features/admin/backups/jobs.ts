import type { Config } from '../../../config/config.ts';
import { defineWork, type Work } from '../../../platform/work/work.ts';
import { type BackupDeps, makeBackup } from './make-backup.ts';
import { cancelBackup, dueBackups, scheduleBackup } from './queries.ts';
import { findDueTime } from './rules.ts';

interface BackupServices extends BackupDeps {
  config: Pick<Config, 'backups'>;
}

const work = defineWork({
  name: 'backups',
  label: 'Back up',
  remedy: 'Older backups stay. The folder in BACKUP_DIR must exist, be writable and have room for one more backup.',
  everySeconds: 30,
  rows: dueBackups,
  toLogFields: ({ due_at: dueAt, attempts }) => ({ dueAt, attempts }),
  prepare: ({ config: { backups }, ...deps }: BackupServices) =>
    backups && ((row, signal) => makeBackup({ ...deps, backups }, row, signal)),
});

/** Makes a backup once a day in one process, and when operators request one. */
export const backupWork: Work<BackupServices> = {
  ...work,
  async prepare(services, lifetime) {
    const { db, config } = services;
    const run = await work.prepare(services, lifetime);
    const minuteOfDay = config.backups?.minuteOfDay;
    if (!run || minuteOfDay === undefined) {
      await cancelBackup(db);
      return null;
    }
    return async (context) => {
      const now = context.clock();
      await scheduleBackup(db, { dueAt: findDueTime(minuteOfDay, now), now });
      await run(context);
    };
  },
};
