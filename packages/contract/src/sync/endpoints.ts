import { z } from 'zod';
import { AccountId, AccountType, Day } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { SyncProblem } from '../accounts/sync-problem.ts';

/** A first sync's tasks, in order. */
export const initializationTasks = [
  'account_details',
  'follower_demographics',
  'audience_demographics',
  'media_history',
  'insights',
  'stories',
] as const;
export const InitializationTask = z.enum(initializationTasks);
export type InitializationTask = z.infer<typeof InitializationTask>;

export const TaskState = z.object({
  status: z.enum(['pending', 'in_progress', 'completed', 'failed']),
  /** Units done and total, if the task knows them (posts, days). */
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
});
export type TaskState = z.infer<typeof TaskState>;

export const Tasks = z.partialRecord(InitializationTask, TaskState);
export type Tasks = z.infer<typeof Tasks>;

/**
 * Missing data: days that Instagram no longer returns, stories that expired between two syncs, and the times of posts
 * that could not be stored.
 */
export const SyncGap = z.object({
  /** `corrected`: values of these days were replaced, at the instant in `reason`. */
  kind: z.enum(['days', 'stories', 'posts', 'corrected']),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  reason: z.string(),
});

export const AccountDocument = z.object({
  _id: AccountId,
  updatedAt: z.iso.datetime(),
  syncRunning: z.boolean(),
  initialization: z.object({ active: z.boolean(), tasks: Tasks }),
  tasks: Tasks,
  metadata: z.object({ followersCount: z.number().int().nullable() }),
  earliestDate: Day.nullable(),
  lastSyncAt: z.iso.datetime().nullable(),
  /** Time of the next sync; null while it waits for the user to act. */
  nextSyncAt: z.iso.datetime().nullable(),
  problem: SyncProblem.nullable(),
  dataVersion: z.number().int(),
});
export type AccountDocument = z.infer<typeof AccountDocument>;

export const SyncStatus = AccountDocument.omit({ _id: true, updatedAt: true, metadata: true }).extend({
  /** First task in progress; during a first sync, its tasks take precedence. */
  currentTask: InitializationTask.nullable(),
  gaps: z.array(SyncGap),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/account/:id/sync-status',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Returns an account’s sync progress and data freshness',
  params: z.strictObject({ id: AccountId }),
  response: z.object({ syncStatus: SyncStatus }),
  failures: ['account_not_found'],
});

export const refreshAccount = endpoint({
  method: 'POST',
  path: '/account/:id/refresh',
  access: 'user',
  member: 'editor',
  cost: 'external',
  summary: 'Syncs an account now, ahead of scheduled syncs; does nothing if it was synced within the last minute',
  params: z.strictObject({ id: AccountId }),
  response: z.object({ success: z.literal(true), syncStatus: SyncStatus }),
  failures: ['account_not_found', 'account_unreachable'],
});

export const activateAccount = endpoint({
  method: 'POST',
  path: '/account/activate',
  access: 'user',
  member: 'editor',
  cost: 'external',
  summary: 'Activates a linked account, starting its first sync',
  body: z.strictObject({ accountId: AccountId, type: AccountType, accountRefId: AccountId.nullable() }),
  response: z.object({
    success: z.literal(true),
    details: z.object({ instagramError: z.string().nullable() }),
  }),
  failures: ['account_not_found', 'account_unreachable'],
});
