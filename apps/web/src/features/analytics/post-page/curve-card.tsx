import { curveMetrics, type CurveMetric } from '@tidemark/contract';
import { useState } from 'react';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { BandChart } from '#web/ui/charts/band-chart.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { toDay } from '../period.ts';
import { ageLabel } from './age-label.ts';
import { formatName, metricLabels } from './post-copy.ts';
import { PostGuide } from './post-guide.tsx';
import type { PostData } from './post-head.tsx';
import styles from './post-page.module.css';

const options = curveMetrics.map((value) => ({ value, label: metricLabels[value].title }));

/** The totals of the post by age, inside what the posts before it had at the same age. */
export function CurveCard({ data: { post, measurements, bands, scores } }: { data: PostData }) {
  const [metric, setMetric] = useState<CurveMetric>('views');
  const { title, word } = metricLabels[metric];
  const points = measurements.flatMap((one) => {
    const value = one[metric];
    return value === null ? [] : [{ age: one.ageMinutes, value }];
  });
  const last = points.at(-1)?.age ?? 0;
  // The band beyond the post's age says what usually follows, but must not squeeze its first hours.
  const band = bands[metric]
    .filter(({ ageMinutes }) => ageMinutes <= Math.max(last * 1.6, 48 * 60))
    .map(({ ageMinutes, posts, ...point }) => ({ age: ageMinutes, count: posts, ...point }));
  const name = formatName(post.mediaType);
  const most = Math.max(0, ...band.map(({ count }) => count));
  return (
    <Card
      title="Over time"
      sub={
        band.length > 0
          ? `8 in 10 of the ${most} ${name}s before it were inside the band; the dotted line is their median`
          : `Total ${word} at each age`
      }
      tools={
        <>
          <GuideButton title="Over Time Guide">
            <PostGuide />
          </GuideButton>
          {points.length > 0 && (
            <ExportMenu
              title={`${title} over time`}
              sections={['post-course']}
              accountIds={[post.accountId]}
              mediaId={post.mediaId}
              range={{ from: toDay(new Date(post.timestamp)), to: toDay(new Date(post.syncedAt)) }}
              chart={[
                { name: title, color: 'var(--highlight)' },
                ...(band.length > 0 ? [{ name: `Usual for a ${name}`, color: 'var(--pri)' }] : []),
              ]}
            />
          )}
        </>
      }
      className={styles.curve}
      data-panel="life-curve"
    >
      <div className={styles.controls}>
        <Segmented label="Metric" value={metric} options={options} onChange={setMetric} />
        {band.length > 0 && (
          <ApproximateDot approx={{ reasons: ['between_measurements'], lower: null, upper: null }} format={null} />
        )}
      </div>
      {points.length === 0 ? (
        <EmptyState title={`No ${word} by age`} why={whyNoCurve(post.mediaType, scores[metric].missing)} />
      ) : (
        <BandChart
          points={points}
          band={band}
          label={`${title} of this ${name} by age`}
          name={title}
          bandName="usually"
          format={wholeNumber}
          formatAxis={compactNumber}
          formatAge={ageLabel}
          height={320}
        />
      )}
    </Card>
  );
}

function whyNoCurve(mediaType: PostData['post']['mediaType'], missing: PostData['scores']['views']['missing']): string {
  if (mediaType === 'story') return 'Stories are not measured by age.';
  if (missing === 'collaboration' || missing === 'not_reported') return 'Instagram does not report it.';
  return 'It was older than 30 days when its account was first synced; younger posts are measured by age.';
}
