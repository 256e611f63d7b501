import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageNumber } from './paging.ts';

export const AuditRow = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null for the command line, and for users who are gone. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  action: z.string(),
  target: z.string(),
  targetName: z.string().nullable(),
  change: z.unknown(),
  outcome: z.enum(['ok', 'failed']),
  failure: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Where an operator's request came from. */
  ip: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Whether the newest entries are as they were written; `tidemark admin audit` reads all of them. */
export const AuditChain = z.object({
  intact: z.boolean(),
  checked: z.number().int(),
  brokenAt: z.number().int().nullable(),
});
export type AuditChain = z.infer<typeof AuditChain>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'system-admin',
  summary: 'What operators did, the newest first, and whether the log is as it was written',
  query: z.strictObject({
    page: PageNumber.optional(),
    pageSize: z.enum(['5', '10', '25']).transform(Number).optional(),
  }),
  response: z.object({ entries: z.array(AuditRow), total: z.number().int(), chain: AuditChain }),
  failures: [],
});
