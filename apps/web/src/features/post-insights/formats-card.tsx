import { formatLabel, type FormatMeasure, formatMeasures, mediaColors, toFormatBars } from '@tidemark/presentation';
import { useState } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';

const measureLabels: Record<FormatMeasure, string> = {
  reach: 'Reach',
  views: 'Views',
  total_interactions: 'Interactions',
  engagement_rate: 'Rate',
};

export function FormatsCard({ aggregate, ...load }: Insights) {
  const [measure, setMeasure] = useState<FormatMeasure>('reach');
  const formats = aggregate?.formats ?? [];
  return (
    <InsightsCard
      panel="formats"
      title="Format Performance"
      sub={
        measure === 'engagement_rate'
          ? 'Interactions per hundred accounts reached in this range'
          : 'Average per post in this range'
      }
      {...load}
      height={388}
      empty={formats.length > 0 ? null : 'No format performance data available'}
    >
      <div className={styles.formats}>
        <Segmented
          label="Metric"
          value={measure}
          options={formatMeasures.map((value) => ({ value, label: measureLabels[value] }))}
          onChange={setMeasure}
        />
        <ColumnBars
          label={`Format Performance: ${measureLabels[measure]}`}
          columns={toFormatBars(formats, measure).map(({ approx, ...column }) => ({
            ...column,
            mark: <ApproximateDot approx={approx} format={null} small />,
          }))}
          height={190}
          least={4}
          peakText="the highest"
        />
        <ul className={styles.formatList} aria-label="Posts of each format">
          {formats.map(({ mediaType, posts }) => (
            <li key={mediaType}>
              <span className={styles.swatch} style={{ background: mediaColors[mediaType] }} aria-hidden="true" />
              {formatLabel({ mediaType })}{' '}
              <span className={styles.meta}>
                {wholeNumber(posts)} {plural(posts, 'post')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </InsightsCard>
  );
}
