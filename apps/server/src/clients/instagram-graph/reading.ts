import { batchSize, type BatchItem, type GraphCaller, type GraphHttp, type Parameters } from './graph-http.ts';

export interface Read {
  path: string;
  parameters: Parameters;
}

/** Reads that can travel with others in one batch, and what to make of their answers, which come in the same order. */
export interface Reading<Found> {
  reads: Read[];
  /** Told by any refusal of a permission that the account lacks it; otherwise such a refusal means "nothing to tell". */
  needsPermission?: boolean;
  take(items: BatchItem[]): Found;
}

type FoundBy<Readings extends readonly Reading<unknown>[]> = {
  [Index in keyof Readings]: Readings[Index] extends Reading<infer Found> ? Found : never;
};

/**
 * Carries out several readings in as few HTTP requests as there are full batches. Throws the first failure that is not
 * a matter of its item alone: the whole reading is then tried again later, or given up.
 */
export async function readTogether<const Readings extends readonly Reading<unknown>[]>(
  graph: GraphHttp,
  caller: GraphCaller,
  readings: Readings,
): Promise<FoundBy<Readings>> {
  const items = await readAll(
    graph,
    caller,
    readings.flatMap(({ reads }) => reads),
  );
  let at = 0;
  const found = readings.map(({ reads, needsPermission = false, take }) => {
    const own = items.slice(at, at + reads.length);
    at += reads.length;
    throwCommonFailure(own, { needsPermission });
    return take(own);
  });
  return found as FoundBy<Readings>; // one answer for each reading, in order
}

/** Any number of reads, in full batches, answered in order. */
export async function readAll(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for (let at = 0; at < reads.length; at += batchSize)
    items.push(...(await graph.batch(caller, reads.slice(at, at + batchSize))));
  return items;
}

/** A metric or a media that is refused for good is its own matter; anything else concerns all of them. */
export function throwCommonFailure(items: BatchItem[], { needsPermission }: { needsPermission: boolean }): void {
  for (const item of items) {
    if (item.ok || item.failure.kind === 'permanent') continue;
    if (item.failure.kind === 'permission' && !needsPermission) continue;
    throw item.failure;
  }
}
