import { describe, expect, it } from 'vitest';
import type { BatchItem } from './batch-item.ts';
import type { Read } from './batch-reads.ts';
import { GraphError } from './graph-error.ts';
import { replaceRefusedBreakdowns } from './refused-breakdowns.ts';

const unknown: BatchItem = { ok: false, failure: new GraphError('transient', 'Unknown', { code: 1, isUnknown: true }) };
const found: BatchItem = { ok: true, body: 'with breakdown' };
const bare: BatchItem = { ok: true, body: 'without' };
const plain: Read = { path: '1/insights', parameters: { metric: 'reach' } };
const byFollower: Read = { path: '1/insights', parameters: { metric: 'reach', breakdown: 'follow_type' } };

/** Answers requests with a breakdown as given and others with a total, and counts the requests. */
function instagram(answer: BatchItem) {
  const made: Read[] = [];
  const readBatch = (reads: Read[]) => {
    made.push(...reads);
    return Promise.resolve(reads.map(({ parameters }) => (parameters['breakdown'] === undefined ? bare : answer)));
  };
  return { made, readBatch };
}

describe('a breakdown that fails with code 1', () => {
  it('is omitted if it fails again', async () => {
    const { made, readBatch } = instagram(unknown);

    const items = await replaceRefusedBreakdowns([plain, byFollower, byFollower], [bare, unknown, unknown], readBatch);

    expect(items).toEqual([bare, { ...bare, lacksBreakdown: true }, { ...bare, lacksBreakdown: true }]);
    expect(made.length).toBe(3);
  });

  it('is kept if the second attempt succeeds', async () => {
    const { readBatch } = instagram(found);

    const items = await replaceRefusedBreakdowns([byFollower], [unknown], readBatch);

    expect(items).toEqual([{ ...found, lacksBreakdown: false }]);
  });

  it.each([
    ['a request without a breakdown fails too', [plain, byFollower], [unknown, unknown]],
    ['it succeeds for other days', [byFollower, byFollower], [found, unknown]],
    ['nothing fails', [plain, byFollower], [bare, found]],
  ])('is not requested again if %s', async (_, reads, items) => {
    const { made, readBatch } = instagram(unknown);

    expect(await replaceRefusedBreakdowns(reads, items, readBatch)).toEqual(items);
    expect(made).toEqual([]);
  });
});
