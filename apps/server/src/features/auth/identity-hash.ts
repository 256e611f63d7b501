import { createHash } from 'node:crypto';

/** Identifies an identity without storing it. Migration 0016 computes the same hash in SQL. */
export function hashIdentity({ issuer, subject }: { issuer: string; subject: string }): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest();
}
