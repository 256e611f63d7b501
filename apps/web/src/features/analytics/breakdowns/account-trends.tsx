import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { TrendLine } from '#web/ui/charts/trend-line.ts';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import styles from './breakdown-card.module.css';
import { dailyMean } from './daily-mean.ts';

/** More lines than the chart can name: most would lie on the floor of a linear scale. */
const manyLines = 8;

const scaleOptions = [
  { value: 'log', label: 'Log', title: 'Equal distances are equal ratios, so that small accounts stay readable' },
  { value: 'linear', label: 'Linear', title: 'Equal distances are equal differences' },
] as const;

interface AccountTrendsProps {
  lines: readonly TrendLine[];
  label: string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  formatDay: (day: string) => string;
}

/** One line per account; with many of them, on a logarithmic scale and with a list to select one from. */
export function AccountTrends({ lines, ...chart }: AccountTrendsProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const [scale, setScale] = useState<'log' | 'linear'>('log');
  if (lines.length <= manyLines) return <TrendLines lines={lines} {...chart} />;

  const single = lines.find(({ id }) => id === picked);
  const ranked = lines.toSorted((one, other) => (dailyMean(other.series) ?? 0) - (dailyMean(one.series) ?? 0));
  return (
    <>
      <div className={styles.trendTools}>
        <Menu
          label="Account"
          trigger={(props) => (
            <Button size="small" {...props}>
              <span className="vh">Account: </span>
              <span className={styles.trendName}>{single?.name ?? `All ${lines.length} accounts`}</span>
              <ChevronDown size={15} aria-hidden="true" />
            </Button>
          )}
        >
          <MenuItem checked={!single} onSelect={() => setPicked(null)}>
            All {lines.length} accounts
          </MenuItem>
          {ranked.map(({ id, name, series }) => (
            <MenuItem key={id} checked={id === single?.id} onSelect={() => setPicked(id)}>
              <span className={styles.trendName}>{name}</span>
              <span className={styles.trendMean}>{chart.format(dailyMean(series) ?? 0)} a day</span>
            </MenuItem>
          ))}
        </Menu>
        {!single && <Segmented label="Scale" value={scale} options={scaleOptions} onChange={setScale} />}
      </div>
      <TrendLines lines={single ? [single] : lines} {...chart} scale={single ? 'linear' : scale} />
    </>
  );
}
