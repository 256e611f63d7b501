import { type ComparedAccount, type ComparedMetric, comparedMetrics, type ReportContent } from '@tidemark/contract';
import { intervalText, toDirection, metricLabels, reportLook } from '@tidemark/figures';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import compare from '../account-comparison/compare-page.module.css';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { comparedValues, trendSentence } from '../metric-cards/card-labels.ts';
import { TrendChip } from '../metric-cards/trend-chip.tsx';
import type { SectionOf, SectionProps } from './section-props.ts';
import styles from './report-sections.module.css';

/** The metrics of each account side by side. */
export function AccountsSection({ section, content }: SectionProps<SectionOf<'accounts'>>) {
  const compared = new Map(section.accounts.map((account) => [account.accountId, account]));
  return (
    <Card>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach its scroll area */}
      <div className={styles.scroll} role="group" aria-label="Metrics by account" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              {comparedMetrics.map((metric) => (
                <th key={metric} scope="col">
                  {metricLabels[metric].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {content.accounts.map(({ accountId, name, picture }, index) => (
              <tr key={accountId}>
                <th scope="row">
                  <span className={compare.account}>
                    <Avatar
                      src={picture}
                      name={name}
                      size={32}
                      ring={reportLook(index).color}
                      dashed={reportLook(index).dashed}
                    />
                    <bdi className={compare.name}>{name}</bdi>
                  </span>
                </th>
                {comparedMetrics.map((metric) => (
                  <td key={metric}>
                    <Value account={compared.get(accountId)} metric={metric} previous={content.previous} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface ValueProps {
  account: ComparedAccount | undefined;
  metric: ComparedMetric;
  previous: ReportContent['previous'];
}

function Value({ account, metric, previous }: ValueProps) {
  if (!account?.hasData) return <span className={compare.unknown}>no data</span>;
  const value = account.metrics[metric];
  const { format, word } = metricLabels[metric];
  const direction = toDirection(value);
  return (
    <span className={compare.cell}>
      <span className={compare.number}>
        {intervalText(value.current, value.approx, format) ?? format(value.current)}
        <ApproximateDot approx={value.approx} format={format} small passive />
      </span>
      <TrendChip
        direction={direction}
        percentChange={value.percentChange}
        explanation={trendSentence({ word, direction, comparison: value.comparison, previous })}
        values={comparedValues(value, format)}
      />
    </span>
  );
}
