/** Caches a value for a time; concurrent callers share one fetch. A failure is not cached. */
export function cacheFor<Value>(millis: number, fetch: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | null = null;
  let fetchedAt = -Infinity;
  let isFetching = false;

  return () => {
    if (cached && (isFetching || performance.now() - fetchedAt < millis)) return cached;
    isFetching = true;
    const fetched = fetch();
    cached = fetched;
    fetched
      .then(() => (fetchedAt = performance.now()))
      .catch(() => (cached = null))
      .finally(() => (isFetching = false));
    return fetched;
  };
}
