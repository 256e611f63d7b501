import type { BatchItem } from './batch-item.ts';
import type { Parameters } from './graph-http.ts';

interface Request {
  parameters: Parameters;
}

/**
 * Repeats requests without a breakdown that Instagram refuses. Code 1 usually means a short outage, but has been seen
 * as a permanent refusal. If all requests with a breakdown fail, everything else in the batch succeeds, and a second
 * attempt fails too, they are made without the breakdown. Other failures stay as they are.
 */
export async function replaceRefusedBreakdowns<Read extends Request>(
  reads: readonly Read[],
  items: BatchItem[],
  readBatch: (reads: Read[]) => Promise<BatchItem[]>,
): Promise<BatchItem[]> {
  const failed = [...items.keys()].filter((index) => isUnknownError(items[index]));
  const byBreakdown = Map.groupBy(failed, (index) => toBreakdown(reads[index]));
  if (byBreakdown.has(null)) return items;
  const replaced = [...items];
  for (const [breakdown, places] of byBreakdown) {
    if (places.length < reads.filter((read) => toBreakdown(read) === breakdown).length) continue;
    const requests = places.flatMap((place) => reads[place] ?? []);
    const [second] = await readBatch(requests.slice(0, 1));
    if (!second || !(second.ok || isUnknownError(second))) continue;
    const answers = await readBatch(second.ok ? requests : requests.map((read) => withoutBreakdown(read)));
    for (const [index, answer] of answers.entries())
      if (answer.ok) replaced[places[index] ?? items.length] = { ...answer, lacksBreakdown: !second.ok };
  }
  return replaced;
}

function isUnknownError(item: BatchItem | undefined): boolean {
  return item?.ok === false && item.failure.isUnknown;
}

/** Returns a request's breakdown with its metrics; null without a breakdown. */
function toBreakdown(read: Request | undefined): string | null {
  const { breakdown, metric } = read?.parameters ?? {};
  return breakdown === undefined ? null : `${breakdown}:${metric ?? ''}`;
}

function withoutBreakdown<Read extends Request>(read: Read): Read {
  return { ...read, parameters: { ...read.parameters, breakdown: undefined } };
}
