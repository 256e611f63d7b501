import type { DayBar } from '@tidemark/figures';

/** Hundreds of bars as one shape: an element for each would take the browser a tenth of a second to style. */
export function DenseBars({ bars }: { bars: readonly DayBar[] }) {
  const peak = bars.findIndex(({ kind }) => kind === 'peak');
  return (
    <svg viewBox={`0 0 ${bars.length} 100`} preserveAspectRatio="none" style={{ flexGrow: bars.length }}>
      <path d={`M0 100${bars.map((bar, index) => `V${top(bar)}H${index + 1}`).join('')}V100Z`} data-bar="older" />
      {peak >= 0 && <path d={`M${peak} 100V${top(bars[peak])}h1V100Z`} data-bar="peak" />}
    </svg>
  );
}

/** The upper edge of a bar, in percent of the height from above. */
function top(bar: DayBar | undefined): number {
  return Math.round(100 - (bar?.share ?? 0) * 100);
}
