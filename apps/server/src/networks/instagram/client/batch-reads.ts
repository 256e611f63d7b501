import { GraphError, isBeyondRetention } from './graph-error.ts';
import type { BatchItem } from './batch-item.ts';
import { batchSize, type GraphCaller, type GraphHttp, type Parameters } from './graph-http.ts';
import { replaceRefusedBreakdowns } from './refused-breakdowns.ts';

export interface Read {
  path: string;
  parameters: Parameters;
}

/** Requests that can share a batch, and how to convert their results, which arrive in the same order. */
export interface BatchQuery<Found> {
  reads: Read[];
  /** A permission error means that the account lacks the permission; otherwise it means that there is no data. */
  needsPermission?: boolean;
  take(items: BatchItem[]): Found;
}

type FoundBy<BatchQueries extends readonly BatchQuery<unknown>[]> = {
  [Index in keyof BatchQueries]: BatchQueries[Index] extends BatchQuery<infer Found> ? Found : never;
};

/**
 * Runs several queries in as few batches as possible. Throws the first error that concerns more than its item; the
 * whole query is then retried later, or given up.
 */
export async function fetchBatch<const BatchQueries extends readonly BatchQuery<unknown>[]>(
  graph: GraphHttp,
  caller: GraphCaller,
  queries: BatchQueries,
): Promise<FoundBy<BatchQueries>> {
  const items = await readAll(
    graph,
    caller,
    queries.flatMap(({ reads }) => reads),
  );
  let at = 0;
  const found = queries.map(({ reads, needsPermission = false, take }) => {
    const own = items.slice(at, at + reads.length);
    at += reads.length;
    throwFatalFailure(own, { needsPermission });
    return take(own);
  });
  return found as FoundBy<BatchQueries>; // one result per query, in order
}

/** Sends any number of requests in full batches; returns the answers in order. */
export async function readAll(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  const readBatches = (some: Read[]) => readPatiently(graph, caller, some);
  return replaceRefusedBreakdowns(reads, await readBatches(reads), readBatches);
}

/**
 * Halves a batch that takes Meta too long; retries items that ran out of time inside it once, alone or a few together.
 */
async function readPatiently(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for (let at = 0; at < reads.length; at += batchSize)
    items.push(...(await readBatch(graph, caller, reads.slice(at, at + batchSize))));
  const leftOut = items.flatMap((item, index) => (!item.ok && item.failure.timedOut ? [index] : []));
  if (reads.length === 1) return items;
  const size = leftOut.length > smallBatch ? smallBatch : 1;
  for (let at = 0; at < leftOut.length; at += size) {
    const places = leftOut.slice(at, at + size);
    const again = await graph.batch(
      caller,
      places.flatMap((place) => reads[place] ?? []),
    );
    for (const [index, item] of again.entries()) items[places[index] ?? reads.length] = item;
  }
  return items;
}

const smallBatch = 10;

async function readBatch(graph: GraphHttp, caller: GraphCaller, reads: Read[]): Promise<BatchItem[]> {
  try {
    return await graph.batch(caller, reads);
  } catch (error) {
    if (!(error instanceof GraphError) || !error.timedOut || reads.length <= smallBatch) throw error;
    const middle = Math.ceil(reads.length / 2);
    return [
      ...(await readBatch(graph, caller, reads.slice(0, middle))),
      ...(await readBatch(graph, caller, reads.slice(middle))),
    ];
  }
}

/** Reports items that were permanently refused and affect only themselves, except for days beyond retention. */
export function reportRefused(graph: GraphHttp, part: string, items: readonly (BatchItem | undefined)[]): void {
  const refused = items.flatMap((item) => (item && !item.ok && !isBeyondRetention(item.failure) ? [item.failure] : []));
  const [first] = refused;
  if (first) graph.reportDropped({ part, count: refused.length, problem: `refused with code ${first.code ?? 'none'}` });
}

/** Throws the first error that concerns more than a single metric or media item. */
export function throwFatalFailure(items: BatchItem[], { needsPermission }: { needsPermission: boolean }): void {
  for (const item of items) {
    if (item.ok || item.failure.kind === 'permanent') continue;
    if (item.failure.kind === 'permission' && !needsPermission) continue;
    throw item.failure;
  }
}
