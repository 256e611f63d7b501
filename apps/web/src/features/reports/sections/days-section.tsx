import { compactNumber, dayLabel, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { toReportLines } from '@tidemark/presentation';
import { breakdownLabels } from '#web/features/metrics/index.ts';
import { AccountTrends } from '#web/features/overview/index.ts';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** Views, reach and interactions by day, one line per account. */
export function DaysSection({ section, content }: SectionProps<SectionOf<'days'>>) {
  const { accounts, period, previous } = content;
  const span = `${dayLabel(period.from)} to ${dayLabel(period.to)}`;
  return (
    <div className={styles.wide}>
      {section.metrics.map(({ metric, days }) => {
        const { title, sub, word } = breakdownLabels[metric];
        const lines = toReportLines(days, accounts);
        return (
          <Card key={metric} role="group" title={title} sub={sub} headingLevel={3} className={styles.whole}>
            {lines.length === 0 ? (
              <p className={styles.nothing}>No {word} data available</p>
            ) : (
              <AccountTrends
                lines={lines}
                label={`${title} by account, ${span}`}
                totalName={metric === 'reach' ? 'Sum of accounts' : 'All accounts'}
                format={wholeNumber}
                formatAxis={compactNumber}
                formatDay={shortDayLabel}
                height={232}
              >
                <p className={styles.caption}>
                  By day{previous && `, dotted: ${dayLabel(previous.from)} to ${dayLabel(previous.to)}`}
                </p>
              </AccountTrends>
            )}
          </Card>
        );
      })}
    </div>
  );
}
