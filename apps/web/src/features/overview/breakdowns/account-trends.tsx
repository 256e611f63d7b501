import type { TrendLine } from '@tidemark/presentation';
import { fewAccounts } from '@tidemark/presentation';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { rankByDailyMean } from '#web/features/metrics/index.ts';
import { Button } from '#web/ui/button.tsx';
import type { DayMarks } from '#web/ui/charts/day-marks.ts';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import styles from './breakdown-card.module.css';
import { sumLines } from './sum-lines.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const AccountItems = lazyPart(async () => (await import('./account-items.tsx')).AccountItems);

/** The largest accounts, which keep a colour and a picture among many. */
const namedLines = 5;

const scaleOptions = [
  { value: 'log', label: 'Log', title: 'Equal steps are equal ratios; small accounts stay readable' },
  { value: 'linear', label: 'Linear', title: 'Equal steps are equal amounts' },
] as const;

interface AccountTrendsProps {
  /** The total, to the left of the controls. */
  children: ReactNode;
  lines: readonly TrendLine[];
  /** What is usual for each day of all lines together. */
  usual?: TrendLine['usual'];
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
export function AccountTrends({ children, lines, usual, totalName, ...chart }: AccountTrendsProps) {
  const [isTotal, setTotal] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const [scale, setScale] = useState<'log' | 'linear'>('log');
  const isMany = lines.length > fewAccounts;
  const ranked = useMemo(() => rankByDailyMean(lines), [lines]);
  const drawn = useMemo(
    () => (isMany ? muteAllBut(lines, new Set(ranked.slice(0, namedLines).map(({ id }) => id))) : lines),
    [isMany, lines, ranked],
  );
  const total = useMemo(
    () => (isTotal ? { ...sumLines(lines, totalName), usual } : null),
    [isTotal, lines, totalName, usual],
  );
  const only = useMemo(() => lines.map((line) => ({ ...line, usual })), [lines, usual]);
  if (lines.length <= 1)
    return (
      <>
        {children}
        <TrendLines lines={only} {...chart} />
      </>
    );

  const single = lines.find(({ id }) => id === picked);
  return (
    <>
      <div className={styles.figures}>
        {children}
        <Button
          size="small"
          variant={isTotal ? 'soft' : 'plain'}
          aria-pressed={isTotal}
          title={`${totalName} as one line`}
          onClick={() => setTotal(!isTotal)}
        >
          Total
        </Button>
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
