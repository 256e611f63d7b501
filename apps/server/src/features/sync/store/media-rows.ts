import { mapNames } from '@tidemark/contract/map-names';
import type { MediaTotals } from '../../../database/tables/sync.ts';
import { type DeltaColumn, deltaColumns } from '../../../metrics/post-columns.ts';

export type MediaDelta = Record<DeltaColumn, number>;

/**
 * Returns a media item's deltas since the last sync; may be negative, because networks revise their totals. A total
 * that is missing now is not a loss, and a total reported for the first time counts in full.
 */
export function toDelta(
  before: Pick<MediaTotals, keyof MediaDelta> | null,
  now: Pick<MediaTotals, keyof MediaDelta>,
): MediaDelta {
  return mapNames(deltaColumns, (name) => (now[name] === null ? 0 : now[name] - (before?.[name] ?? 0)));
}

/** A lifetime total that the network lowered. */
export interface TotalFall {
  mediaId: string;
  figure: keyof MediaDelta;
  from: number;
  to: number;
}

const normalFall = 5;
const normalFallShare = 0.05;

/**
 * Separates falls that are too large to be people undoing actions: they correct earlier counts and are not current
 * activity.
 */
export function splitFalls(
  mediaId: string,
  before: Pick<MediaTotals, keyof MediaDelta> | null,
  delta: MediaDelta,
): { delta: MediaDelta; falls: TotalFall[] } {
  const rest = { ...delta };
  const falls: TotalFall[] = [];
  for (const figure of deltaColumns) {
    const from = before?.[figure] ?? 0;
    const fall = -delta[figure];
    if (fall <= Math.max(normalFall, from * normalFallShare)) continue;
    falls.push({ mediaId, figure, from, to: from - fall });
    rest[figure] = 0;
  }
  return { delta: rest, falls };
}

/** Scales daily values from sum `from` to sum `to`, as integers in proportion. */
export function scaleDays(values: readonly number[], { from, to }: { from: number; to: number }): number[] {
  let counted = 0;
  let before = 0;
  return values.map((value) => {
    counted += value;
    const after = from === 0 ? 0 : Math.round((counted * to) / from);
    const scaled = after - before;
    before = after;
    return scaled;
  });
}

export function hasDelta(delta: MediaDelta): boolean {
  return deltaColumns.some((name) => delta[name] !== 0);
}
