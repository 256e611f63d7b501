import type { TrendLine } from '@tidemark/presentation';
import { ChartSpline, ChevronDown, Sigma } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { rankByDailyMean } from '#web/features/metrics/index.ts';
import { Button } from '#web/ui/button.tsx';
import type { DayMarks } from '#web/ui/charts/day-marks.ts';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import styles from './breakdown-card.module.css';
import { sumLines } from './sum-lines.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const AccountItems = lazyPart(async () => (await import('./account-items.tsx')).AccountItems);

/** More lines than the chart can name: most would lie along the bottom of a linear scale. */
const manyLines = 8;
/** Beyond that, only the largest have a colour and a picture. */
const namedLines = 5;

const scaleOptions = [
  { value: 'log', label: 'Log', title: 'Equal steps are equal ratios; small accounts stay readable' },
  { value: 'linear', label: 'Linear', title: 'Equal steps are equal amounts' },
] as const;

interface AccountTrendsProps {
  /** The total, to the left of the controls. */
  children: ReactNode;
  lines: readonly TrendLine[];
  label: string;
  /** Name for the sum of all lines. */
  totalName: string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  formatDay: (day: string) => string;
  onPickDay?: (day: string) => void;
  height?: number;
  marks?: DayMarks | null;
}

/**
 * Draws one line per account, or their sum; with many accounts, on a logarithmic scale and with a list to select from.
 */
export function AccountTrends({ children, lines, totalName, ...chart }: AccountTrendsProps) {
  const [isTotal, setTotal] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const [scale, setScale] = useState<'log' | 'linear'>('log');
  const isMany = lines.length > manyLines;
  const ranked = useMemo(() => rankByDailyMean(lines), [lines]);
  const drawn = useMemo(
    () => (isMany ? muteAllBut(lines, new Set(ranked.slice(0, namedLines).map(({ id }) => id))) : lines),
    [isMany, lines, ranked],
  );
  const total = useMemo(() => (isTotal ? sumLines(lines, totalName) : null), [isTotal, lines, totalName]);
  if (lines.length <= 1)
    return (
      <>
        {children}
        <TrendLines lines={lines} {...chart} />
      </>
    );

  const single = lines.find(({ id }) => id === picked);
  return (
    <>
      <div className={styles.figures}>
        {children}
        <IconButton
          label={isTotal ? 'Show each account' : `Show ${totalName.toLowerCase()} as one line`}
          onClick={() => setTotal(!isTotal)}
        >
          {isTotal ? <ChartSpline size={17} aria-hidden="true" /> : <Sigma size={17} aria-hidden="true" />}
        </IconButton>
      </div>
      {isMany && !isTotal && (
        <div className={styles.trendTools}>
          <Popover
            label="Account"
            kind="menu"
            trigger={(props) => (
              <Button size="small" {...props}>
                <span className="vh">Account: </span>
                <span className={styles.trendName}>{single?.name ?? `All ${lines.length} accounts`}</span>
                <ChevronDown size={15} aria-hidden="true" />
              </Button>
            )}
          >
            {(close) => (
              <AccountItems
                lines={ranked}
                picked={single?.id ?? null}
                format={chart.format}
                {...{ close, setPicked }}
              />
            )}
          </Popover>
          {!single && <Segmented label="Scale" value={scale} options={scaleOptions} onChange={setScale} />}
        </div>
      )}
      <TrendLines
        lines={total ? [total] : single && isMany ? [single] : drawn}
        {...chart}
        scale={isMany && !isTotal && !single ? scale : 'linear'}
      />
    </>
  );
}

function muteAllBut(lines: readonly TrendLine[], named: ReadonlySet<string>): TrendLine[] {
  return lines.map((line) => (named.has(line.id) ? line : { ...line, muted: true }));
}
