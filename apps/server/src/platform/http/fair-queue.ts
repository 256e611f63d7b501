/** A queue per caller; the callers take turns, those first who used least. */
export interface FairQueue {
  size(): number;
  sizeFor(caller: string): number;
  add(caller: string, waiter: Waiter): void;
  remove(caller: string, waiter: Waiter): void;
  /** Returns the next waiter among the callers that may have another slot and used least. */
  next(isAllowed: (caller: string) => boolean, used: (caller: string) => number): Waiter | null;
  /** Frees capacity: removes the newest entry in the longest queue, if that is longer than `size`. */
  dropFromLongest(size: number): Waiter | null;
}

export interface Waiter {
  enter(): void;
  refuse(): void;
}

export function createFairQueue(): FairQueue {
  // Insertion order is the order in which callers are served.
  const lines = new Map<string, Set<Waiter>>();
  let size = 0;

  function remove(caller: string, waiter: Waiter): void {
    const line = lines.get(caller);
    if (!line?.delete(waiter)) return;
    size -= 1;
    if (line.size === 0) lines.delete(caller);
  }

  return {
    size: () => size,
    sizeFor: (caller) => lines.get(caller)?.size ?? 0,
    add(caller, waiter) {
      const line = lines.get(caller) ?? new Set();
      lines.set(caller, line.add(waiter));
      size += 1;
    },
    remove,
    next(isAllowed, used) {
      const allowed = [...lines.keys()].filter(isAllowed);
      if (allowed.length === 0) return null;
      const caller = allowed.reduce((least, other) => (used(other) < used(least) ? other : least));
      const line = lines.get(caller);
      const [first] = line ?? [];
      if (!line || !first) return null;
      lines.delete(caller);
      lines.set(caller, line);
      remove(caller, first);
      return first;
    },
    dropFromLongest(floor) {
      const [longest] = [...lines].toSorted(([, one], [, other]) => other.size - one.size);
      if (!longest || longest[1].size <= floor) return null;
      const last = [...longest[1]].at(-1);
      if (last) remove(longest[0], last);
      return last ?? null;
    },
  };
}
