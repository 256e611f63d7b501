import { z } from 'zod';

/**
 * `changed`: an entry or its signature was modified; `missing`: entries were removed; `unsigned`: an entry was added
 * without a signature; `unknown_key`: a signature's encryption key is not available.
 */
export const AuditProblem = z.enum(['changed', 'missing', 'unsigned', 'unknown_key']);
export type AuditProblem = z.infer<typeof AuditProblem>;

/** Result of verifying the newest entries; `tidemark admin audit` verifies the whole log. */
export const AuditChain = z.object({
  intact: z.boolean(),
  checked: z.number().int(),
  brokenAt: z.number().int().nullable(),
  problem: AuditProblem.nullable(),
});
export type AuditChain = z.infer<typeof AuditChain>;
