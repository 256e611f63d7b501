import { type AccountMetric, accountMetrics, type CardMetric } from '@tidemark/contract';
import { metricLabels, numberLine } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName, useAccounts, useNetworkMetrics, useShownAccounts } from '#web/features/accounts/index.ts';
import { type DayRange, spanLabel, usePeriod } from '#web/features/periods/index.ts';
import { dayLabel, wholeNumber } from '#web/platform/format.ts';
import { Select } from '#web/ui/select.tsx';
import { EarlierValue } from './earlier-value.tsx';
import { metricEvidenceQuery } from './evidence.query.ts';
import { EvidenceButton } from './evidence-button.tsx';
import { EvidencePosts } from './evidence-posts.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { listPartOptions } from './part-options.ts';
import styles from './evidence.module.css';

const counts: ReadonlySet<CardMetric> = new Set(['followers', 'views', 'reach', 'total_interactions']);
const all = '';

const isAccountMetric = (metric: CardMetric): metric is AccountMetric => accountMetrics.some((one) => one === metric);

export const evidenceTitle = (metric: CardMetric) => `Where ${metricLabels[metric].title} comes from`;

/** Opens where a metric's numbers in the shown range come from: its total, parts, days and accounts. */
export function MetricEvidence({ metric }: { metric: CardMetric }) {
  return (
    <EvidenceButton title={evidenceTitle(metric)}>
      <MetricEvidenceView metric={metric} />
    </EvidenceButton>
  );
}

/** Shows one of a metric's numbers at a time. */
export function MetricEvidenceView({ metric }: { metric: CardMetric }) {
  const period = usePeriod();
  const shown = useShownAccounts();
  const { accounts } = useAccounts();
  const counted = useNetworkMetrics();
  const [account, chooseAccount] = useState(all);
  const [day, chooseDay] = useState(all);
  const [partKey, choosePart] = useState(all);
  const parts = isAccountMetric(metric) ? listPartOptions(metric, counted) : [];
  const part = parts.find(({ key }) => key === partKey);
  const range: DayRange = period.days.find((one) => one === day) ? { from: day, to: day } : period;
  const accountIds = shown.includes(account) ? [account] : shown;
  const request = { metric, accountIds, range, part: part?.part };
  const query = useQuery(metricEvidenceQuery(request));
  const title = metricLabels[metric].title;
  const format = counts.has(metric) ? wholeNumber : metricLabels[metric].format;
  const name = part ? `${title}: ${part.label.toLowerCase()}` : title;
  return (
    <div className={styles.post}>
      <div className={styles.choices}>
        {parts.length > 0 && (
          <Select label="Part" isInline value={partKey} onChange={({ currentTarget: { value } }) => choosePart(value)}>
            <option value={all}>Total</option>
            {parts.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Select>
        )}
        {period.days.length > 1 && (
          <Select label="Days" isInline value={day} onChange={({ currentTarget: { value } }) => chooseDay(value)}>
            <option value={all}>Whole range</option>
            {period.days.toReversed().map((one) => (
              <option key={one} value={one}>
                {dayLabel(one)}
              </option>
            ))}
          </Select>
        )}
        {shown.length > 1 && (
          <Select
            label="Account"
            isInline
            value={account}
            onChange={({ currentTarget: { value } }) => chooseAccount(value)}
          >
            <option value={all}>All together</option>
            {accounts
              .filter(({ _id }) => shown.includes(_id))
              .map((one) => (
                <option key={one._id} value={one._id}>
                  {displayName(one)}
                </option>
              ))}
          </Select>
        )}
      </div>
      <EvidenceView
        name={`${name}, ${range === period ? spanLabel(period) : dayLabel(range.from)}`}
        query={query}
        toText={({ value, approx }) => (value === null ? 'not reported' : numberLine(value, approx, format))}
        format={format}
      >
        {query.data?.posts && <EvidencePosts posts={query.data.posts} metric="total_interactions" format={format} />}
        {!part && !counted && (
          <EarlierValue
            key={`${day} ${account}`}
            toQuery={(asOf) => metricEvidenceQuery({ ...request, asOf })}
            now={query.data}
            from={range.from}
            format={format}
          />
        )}
      </EvidenceView>
    </div>
  );
}
