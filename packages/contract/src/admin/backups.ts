import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The outcome of restoring a backup into a temporary database; `untried` if that database could not be started. */
export const BackupTrial = z.enum(['passed', 'failed', 'untried']);
export type BackupTrial = z.infer<typeof BackupTrial>;

export const ScheduledBackup = z.object({
  file: z.string(),
  finishedAt: z.iso.datetime(),
  bytes: z.int(),
  trial: BackupTrial,
  /** Why the trial did not pass. */
  problem: z.string().nullable(),
});
export type ScheduledBackup = z.infer<typeof ScheduledBackup>;

export const Backups = z.object({
  at: z.iso.datetime(),
  /** Null if Tidemark makes none by itself. */
  schedule: z
    .object({
      folder: z.string(),
      /** How many of the newest stay. */
      keep: z.int(),
      /** The next one; in the past while it is due or being made. */
      nextAt: z.iso.datetime(),
      isRunning: z.boolean(),
    })
    .nullable(),
  /** The last attempt, if it failed and has not been repeated with success. */
  failure: z.object({ at: z.iso.datetime(), message: z.string() }).nullable(),
  /** Scheduled backups that are kept, newest first. */
  kept: z.array(ScheduledBackup),
  /** Newest backup of the last month, including those made with `tidemark backup`. */
  backedUpAt: z.iso.datetime().nullable(),
});
export type Backups = z.infer<typeof Backups>;

export const listBackups = endpoint({
  method: 'GET',
  path: '/admin/backups',
  access: 'system-admin',
  cost: 'read',
  summary: 'Lists the scheduled backups, the next one, and why the last attempt failed',
  response: Backups,
  failures: [],
});

export const requestBackup = endpoint({
  method: 'POST',
  path: '/admin/backups',
  access: 'system-admin',
  cost: 'write',
  summary: 'Makes a backup due now',
  response: z.object({ success: z.literal(true) }),
  failures: ['backups_not_configured'],
});
