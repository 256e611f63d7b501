import { countText, formatLabel, formatText, mediaColors, mergeApproximations } from '@tidemark/presentation';
import { useMemo } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { compactNumber, dateLabel } from '#web/platform/format.ts';
import { mediaName } from '#web/platform/media-name.ts';
import { Scatter } from '#web/ui/charts/scatter.tsx';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';

const height = 300;

export function PerformanceCard({ aggregate, ...load }: Insights) {
  // A post without both values has no position in the chart.
  const media = useMemo(
    () => (aggregate?.mediaMetrics ?? []).filter((one) => one.reach !== null && one.total_interactions !== null),
    [aggregate],
  );
  const byId = useMemo(() => new Map(media.map((one) => [one.mediaId, one])), [media]);
  const top = aggregate?.topMediaPost?.mediaId;
  const points = useMemo(
    () =>
      media.map((one) => ({
        key: one.mediaId,
        x: one.reach ?? 0,
        y: one.total_interactions ?? 0,
        color: mediaColors[one.mediaType],
        peak: one.mediaId === top,
      })),
    [media, top],
  );
  const formats = [...new Set(media.map(({ mediaType }) => mediaType))];
  return (
    <InsightsCard
      panel="performance"
      title="Post Performance"
      sub={
        <>
          Reach and interactions of each post in this range, relative to the mean{' '}
          <ApproximateDot approx={mergeApproximations(media.map((one) => one.approx))} />
        </>
      }
      {...load}
      height={height}
      empty={points.length > 0 ? null : 'No data available for selected posts'}
    >
      <Scatter
        label="Post Performance"
        points={points}
        xName="reach"
        yName="interactions"
        format={compactNumber}
        height={height - 28}
        readout={(key) => {
          const one = byId.get(key);
          return (
            one && (
              <>
                <span className={styles.caption} dir="auto">
                  {mediaName(one)}
                </span>
                <span className={styles.meta}>
                  {formatText(one)} · {dateLabel(one.timestamp)}
                </span>
                <span className={styles.readoutFigures}>
                  {countText(one.reach)} reach · {countText(one.total_interactions)} interactions{' '}
                  <ApproximateDot approx={one.approx} small passive />
                </span>
              </>
            )
          );
        }}
      />
      <ul className={styles.legend} aria-label="Formats">
        {formats.map((mediaType) => (
          <li key={mediaType}>
            <span className={styles.swatch} style={{ background: mediaColors[mediaType] }} aria-hidden="true" />
            {formatLabel({ mediaType })}
          </li>
        ))}
        <li>
          <span className={styles.topSwatch} aria-hidden="true" />
          Top Post
        </li>
      </ul>
    </InsightsCard>
  );
}
