import { z } from 'zod';
import { AccountId, AccountType, Day } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { SyncProblem } from './problem.ts';

/** The tasks of a first sync, in their order. */
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
  /** Units done and to do, where the task knows them (posts, days). */
  done: z.number().int().nullable(),
  total: z.number().int().nullable(),
});
export type TaskState = z.infer<typeof TaskState>;

export const Tasks = z.partialRecord(InitializationTask, TaskState);
export type Tasks = z.infer<typeof Tasks>;

/** What could not be read and will never be: days that Instagram does not give any more, stories that came and went. */
export const SyncGap = z.object({
  kind: z.enum(['days', 'stories']),
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
  /** When the account is read next; null while it waits for a person. */
  nextSyncAt: z.iso.datetime().nullable(),
  problem: SyncProblem.nullable(),
  dataVersion: z.number().int(),
});
export type AccountDocument = z.infer<typeof AccountDocument>;

export const SyncStatus = AccountDocument.omit({ _id: true, updatedAt: true, metadata: true }).extend({
  /** The first task in progress; those of a first sync come before others. */
  currentTask: InitializationTask.nullable(),
  gaps: z.array(SyncGap),
});
export type SyncStatus = z.infer<typeof SyncStatus>;

export const getSyncStatus = endpoint({
  method: 'GET',
  path: '/account/:id/sync-status',
  access: 'user',
  summary: 'What the sync of an account is doing, and how fresh its figures are',
  params: z.strictObject({ id: AccountId }),
  response: z.object({ syncStatus: SyncStatus }),
  failures: ['account_not_found'],
});

export const refreshAccount = endpoint({
  method: 'POST',
  path: '/account/:id/refresh',
  access: 'user',
  summary: 'Reads an account now, before all that is due by schedule; one that was read a minute ago stays as it is',
  params: z.strictObject({ id: AccountId }),
  response: z.object({ success: z.literal(true), syncStatus: SyncStatus }),
  failures: ['account_not_found'],
});

export const activateAccount = endpoint({
  method: 'POST',
  path: '/account/activate',
  access: 'user',
  summary: 'Starts the first sync of a linked account',
  body: z.strictObject({ accountId: AccountId, type: AccountType, accountRefId: AccountId.nullable() }),
  response: z.object({
    success: z.literal(true),
    details: z.object({ instagramError: z.string().nullable() }),
  }),
  failures: ['account_not_found'],
});
