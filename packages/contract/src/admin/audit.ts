import { z } from 'zod';
import { AuditChain } from '../audit/chain.ts';
import { endpoint } from '../endpoint.ts';
import { PageNumber } from './paging.ts';

export const AuditRow = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null for the command line, and for deleted users. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  action: z.string(),
  target: z.string(),
  targetName: z.string().nullable(),
  change: z.unknown(),
  outcome: z.enum(['ok', 'failed']),
  failure: z.string().nullable(),
  requestId: z.string().nullable(),
  /** IP address an operator's request came from. */
  ip: z.string().nullable(),
});
export type AuditRow = z.infer<typeof AuditRow>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/admin/audit',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Lists the audit log, newest first, and verifies its hash chain',
  query: z.strictObject({
    page: PageNumber.optional(),
    pageSize: z.enum(['5', '10', '25']).transform(Number).optional(),
  }),
  response: z.object({ entries: z.array(AuditRow), total: z.number().int(), chain: AuditChain }),
  failures: [],
});
