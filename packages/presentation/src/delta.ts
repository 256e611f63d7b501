export interface Delta {
  direction: 'up' | 'down' | 'flat';
  text: string;
}

/** Returns a delta; a change smaller than `least` counts as none. */
export function toDelta(change: number, least: number, format: (size: number) => string): Delta {
  if (!Number.isFinite(change) || Math.abs(change) < least) return { direction: 'flat', text: 'No change' };
  return { direction: change > 0 ? 'up' : 'down', text: format(Math.abs(change)) };
}
