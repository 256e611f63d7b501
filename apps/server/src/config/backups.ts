import path from 'node:path';
import { z } from 'zod';

const text = z.string().trim().min(1);

export const backupVariables = {
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(366).default(14),
  BACKUP_AT: z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in UTC, such as 02:30')
    .default('02:30'),
};

interface Values {
  BACKUP_DIR?: string | undefined;
  BACKUP_KEEP: number;
  BACKUP_AT: string;
  DATA_DIR: string;
}

export interface BackupConfig {
  folder: string;
  /** How many of the newest scheduled backups stay. */
  keep: number;
  /** The time of day in UTC, in minutes. */
  minuteOfDay: number;
}

export function listBackupProblems({ BACKUP_DIR, DATA_DIR }: Values): { name: 'BACKUP_DIR'; message: string }[] {
  if (BACKUP_DIR === undefined) return [];
  const inside = path.relative(path.resolve(DATA_DIR), path.resolve(BACKUP_DIR));
  const isInside = inside !== '..' && !inside.startsWith(`..${path.sep}`) && !path.isAbsolute(inside);
  return isInside
    ? [{ name: 'BACKUP_DIR', message: 'must be outside DATA_DIR: what destroys the data would destroy its backups' }]
    : [];
}

export function toBackupConfig({ BACKUP_DIR, BACKUP_KEEP, BACKUP_AT }: Values): BackupConfig | null {
  if (BACKUP_DIR === undefined) return null;
  const [hours = 0, minutes = 0] = BACKUP_AT.split(':').map(Number);
  return { folder: path.resolve(BACKUP_DIR), keep: BACKUP_KEEP, minuteOfDay: 60 * hours + minutes };
}
