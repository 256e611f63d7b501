import type { DayBar } from '@tidemark/presentation';

/** Draws hundreds of bars as one shape: separate elements would take the browser a tenth of a second to style. */
export function DenseBars({ bars }: { bars: readonly DayBar[] }) {
  const outline = bars.map((bar, index) => `V${top(bar)}H${index + 1}`).join('');
  const peak = bars.findIndex(({ kind }) => kind === 'peak');
  return (
    <svg
      viewBox={`0 0 ${bars.length} 100`}
      preserveAspectRatio="none"
      style={{ flex: `${bars.length} 1 0`, minWidth: 0, height: '100%' }}
    >
      {/* Crisp edges keep days that are narrower than a pixel from fading. */}
      <path data-bar="older" shapeRendering="crispEdges" d={`M0 100${outline}V100Z`} style={{ fill: 'var(--ramp1)' }} />
      {peak >= 0 && (
        <path
          data-bar="peak"
          d={`M${peak} 100V${top(bars[peak])}h1V100Z`}
          vectorEffect="non-scaling-stroke"
          style={{ fill: 'var(--highlight)', stroke: 'var(--highlight)' }}
        />
      )}
    </svg>
  );
}

/** Returns a bar's upper edge, in percent of the height from above. */
function top(bar: DayBar | undefined): number {
  return Math.round(100 - (bar?.share ?? 0) * 100);
}
