import { useShownAccounts } from '#web/features/accounts/index.ts';
import { useDayMarks } from '#web/features/annotations/index.ts';
import { ExportMenu } from '#web/features/exports/index.ts';
import { breakdownLabels, dailyMean } from '#web/features/metrics/index.ts';
import { usePeriod } from '#web/features/periods/index.ts';
import { compactNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { LevelLine } from '#web/ui/charts/level-line.tsx';
import { MarkStrip } from '#web/ui/charts/mark-strip.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './compare-page.module.css';
import { useComparisonView } from './use-comparison-view.ts';
import { useComparedIds } from './use-compared-accounts.ts';
import { useComparedLines } from './use-compared-lines.ts';

const lineHeight = 56;

/** One small chart per account, each on its own scale: compare the shapes, read the sizes. */
export function MultiplesCard() {
  const [{ chart }] = useComparisonView();
  const { lines, isPending, error } = useComparedLines();
  const marks = useDayMarks(useShownAccounts(), usePeriod(), chart);
  const { accountIds } = useComparedIds();
  const { title } = breakdownLabels[chart];
  // The card above offers to retry the same call.
  if (error || (!isPending && lines.length === 0)) return null;
  return (
    <Card
      title={`${title} side by side`}
      sub="Daily values, each account on its own scale"
      tools={
        !isPending && (
          <ExportMenu
            title={`${title} side by side`}
            sections={['days']}
            metrics={[chart]}
            accountIds={accountIds}
            chart={[]}
          />
        )
      }
      className={styles.card}
      data-panel="compared-multiples"
    >
      <ul className={styles.multiples} data-picture={!isPending || undefined}>
        {isPending
          ? [1, 2, 3].map((place) => (
              <li key={place}>
                <Skeleton height={lineHeight + 40} radius={12} />
              </li>
            ))
          : lines.map(({ id, name, picture, color, dashed, series }) => (
              <li key={id} className={styles.multiple}>
                <p className={styles.multipleHead}>
                  <Avatar src={picture} name={name} size={20} ring={color} dashed={dashed} />
                  <bdi className={styles.name}>{name}</bdi>
                  <span className={styles.mean}>{compactNumber(dailyMean(series) ?? 0)} a day</span>
                </p>
                <LevelLine
                  series={series}
                  label={`${title} of ${name}`}
                  format={compactNumber}
                  height={lineHeight}
                  color={color}
                />
                <MarkStrip days={series.map(({ date }) => date)} marks={marks} />
              </li>
            ))}
      </ul>
    </Card>
  );
}
