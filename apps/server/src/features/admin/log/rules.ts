/** Action of the entry that vouches for all earlier entries. */
export const checkpointAction = 'audit.checkpoint';

/** Entries from before the hash chain: their number and a hash of their content. */
export interface Unchained {
  count: number;
  digest: string;
}

export const noUnchained: Unchained = { count: 0, digest: '' };

export function isSameUnchained(one: Unchained, other: Unchained): boolean {
  return one.count === other.count && one.digest === other.digest;
}

/** What a checkpoint with a valid signature states about entries outside the chain. */
export function readCheckpoint(change: unknown): Unchained {
  if (typeof change !== 'object' || change === null || !('unchained' in change)) return noUnchained;
  const { unchained } = change;
  if (typeof unchained !== 'object' || unchained === null) return noUnchained;
  const count = 'count' in unchained ? Number(unchained.count) : 0;
  const digest = 'digest' in unchained ? String(unchained.digest) : '';
  return { count, digest };
}
