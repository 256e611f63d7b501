export interface UsedTime {
  add(caller: string, millis: number): void;
  millis(caller: string): number;
}

const halfLifeMillis = 2_000;
const maxCallers = 10_000;

/** Tracks how much time each caller's work took lately; counts older time less. */
export function createUsedTime(now = () => performance.now()): UsedTime {
  const used = new Map<string, { millis: number; at: number }>();
  const left = (caller: string) => {
    const known = used.get(caller);
    return known ? known.millis * 2 ** ((known.at - now()) / halfLifeMillis) : 0;
  };
  return {
    add(caller, millis) {
      if (used.size >= maxCallers) for (const known of used.keys()) if (left(known) < 1) used.delete(known);
      used.set(caller, { millis: left(caller) + millis, at: now() });
    },
    millis: left,
  };
}
