import { createHash } from 'node:crypto';

export interface ChainedEntry {
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

/** Hashes an entry together with the previous hash, so that changed, moved or missing entries are detected. */
export function toChainHash(previous: Buffer | null, entry: ChainedEntry): Buffer {
  const { at, actorId, action, target, change, requestId, ip, outcome, failure } = entry;
  const parts = [at.toISOString(), actorId, action, target, ordered(change), requestId, outcome, failure];
  // Entries written before IP addresses were stored are hashed without one.
  if (ip !== null) parts.push(ip);
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(0))
    .update(JSON.stringify(parts))
    .digest();
}

/** Sorts keys: `jsonb` does not preserve their order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const keys = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(keys.map(([key, inner]) => [key, ordered(inner)]));
}
