import { dayMillis } from '@tidemark/contract';

const ownName = /^tidemark-scheduled-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** Returns the last time of day, in UTC, at which a backup was due. */
export function findDueTime(minuteOfDay: number, now: Date): Date {
  const due = new Date(now);
  due.setUTCHours(0, minuteOfDay, 0, 0);
  return due > now ? new Date(due.getTime() - dayMillis) : due;
}

export function toFileName(startedAt: Date): string {
  return `tidemark-scheduled-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

interface KeptBackup {
  file: string;
  trial: string | null;
}

/**
 * Lists backups that are too many, given newest first. The newest that could be restored stays, however old it is, and so
 * does any file with another name than Tidemark gives.
 */
export function listSurplus<Backup extends KeptBackup>(backups: readonly Backup[], keep: number): Backup[] {
  const proven = backups.find(({ trial }) => trial === 'passed');
  return backups.slice(keep).filter((one) => one !== proven && ownName.test(one.file));
}
