/** Action for the entry that vouches for all earlier entries. */
export const checkpointAction = 'audit.checkpoint';

/** Number of entries from before the hash chain, and a hash over their content. */
export interface Unchained {
  count: number;
  digest: string;
}

export const noUnchained: Unchained = { count: 0, digest: '' };

export function isSameUnchained(one: Unchained, other: Unchained): boolean {
  return one.count === other.count && one.digest === other.digest;
}

/** Reads a checkpoint's statement about entries outside the chain; its signature must be valid. */
export function readCheckpoint(change: unknown): Unchained {
  if (typeof change !== 'object' || change === null || !('unchained' in change)) return noUnchained;
  const { unchained } = change;
  if (typeof unchained !== 'object' || unchained === null) return noUnchained;
  const count = 'count' in unchained ? Number(unchained.count) : 0;
  const digest = 'digest' in unchained ? String(unchained.digest) : '';
  return { count, digest };
}
