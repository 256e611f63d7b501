import type { BusinessFigures } from '@tidemark/contract';
import { Card } from '#web/ui/card.tsx';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { money } from '#web/platform/money.ts';
import styles from './overview.module.css';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const chartHeight = 180;

export function RevenueCard({ business }: { business: BusinessFigures | undefined }) {
  const main = business?.money[0];
  return (
    <Card
      title="Monthly recurring revenue"
      sub={
        main
          ? `At the end of each month, in ${main.currency.toUpperCase()}; the current month is as of today.`
          : undefined
      }
    >
      {!business ? (
        <Skeleton height={chartHeight + 50} radius={14} />
      ) : main ? (
        <div className={styles.months}>
          <ColumnBars
            hasBase
            label="Monthly recurring revenue"
            height={chartHeight}
            peakText="the highest"
            columns={main.months.map(({ month, mrr }) => ({
              label: monthName.format(new Date(`${month}-01T00:00:00Z`)),
              text: mrr === 0 ? '' : money(mrr, main.currency, { compact: true }),
              parts: [{ key: 'mrr', value: mrr, color: 'var(--ramp4)' }],
            }))}
          />
        </div>
      ) : (
        <EmptyState title="No revenue yet" why="Monthly revenue appears here after the first paid subscription." />
      )}
    </Card>
  );
}
