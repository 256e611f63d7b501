import { useState } from 'react';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { ColumnBars } from '#web/ui/charts/column-bars.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { formatLabel } from '../highlights/media-formats.ts';
import { type FormatMeasure, formatMeasures, toFormatBars } from './format-bars.ts';
import { formatColors } from './insight-words.ts';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';

const measureWords: Record<FormatMeasure, string> = {
  reach: 'Reach',
  views: 'Views',
  total_interactions: 'Interactions',
  engagement_rate: 'Rate',
};

export function FormatsCard({ aggregate, loading, refreshing }: Insights) {
  const [measure, setMeasure] = useState<FormatMeasure>('reach');
  const formats = aggregate?.formats ?? [];
  return (
    <InsightsCard
      panel="formats"
      title="Format Performance"
      sub={measure === 'engagement_rate' ? 'Interactions for every hundred reached' : 'The mean of a post'}
      loading={loading}
      refreshing={refreshing}
      height={388}
      empty={formats.length > 0 ? null : 'No format performance data available'}
    >
      <div className={styles.formats}>
        <Segmented
          label="Measure"
          value={measure}
          options={formatMeasures.map((value) => ({ value, label: measureWords[value] }))}
          onChange={setMeasure}
        />
        <ColumnBars
          label={`Format Performance: ${measureWords[measure]}`}
          columns={toFormatBars(formats, measure)}
          height={190}
          least={4}
          peakText="the highest"
        />
        <ul className={styles.formatList} aria-label="Posts of each format">
          {formats.map(({ mediaType, posts }) => (
            <li key={mediaType}>
              <span className={styles.swatch} style={{ background: formatColors[mediaType] }} aria-hidden="true" />
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
