import { createHash } from 'node:crypto';

export interface SealedEntry {
  at: Date;
  actorId: string | null;
  action: string;
  target: string;
  change: unknown;
  requestId: string | null;
  ip: string | null;
  outcome: 'ok' | 'failed';
  failure: string | null;
}

/** The hash of an entry covers the hash of the one before it: no entry can be changed, moved or left out unnoticed. */
export function sealOf(previous: Buffer | null, entry: SealedEntry): Buffer {
  const { at, actorId, action, target, change, requestId, ip, outcome, failure } = entry;
  const parts = [at.toISOString(), actorId, action, target, ordered(change), requestId, outcome, failure];
  // Entries from before addresses were kept are sealed without one.
  if (ip !== null) parts.push(ip);
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(0))
    .update(JSON.stringify(parts))
    .digest();
}

/** The same value with its keys in one order: the database does not keep the order they came in. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(keys.map(([key, inner]) => [key, ordered(inner)]));
}
