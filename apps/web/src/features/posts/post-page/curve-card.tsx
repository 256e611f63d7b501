import type { CurveMetric } from '@tidemark/contract';
import {
  ageLabel,
  bandApproximation,
  curveLabels,
  curveSub,
  formatName,
  listFigures,
  toCurve,
  whyNoCurve,
  type PostData,
} from '@tidemark/presentation';
import { useState } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { compactNumber, wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { BandChart } from '#web/ui/charts/band-chart.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { PostEvidenceButton } from './post-evidence-button.tsx';
import { PostExport } from './post-export.tsx';
import { PostGuide } from './post-guide.tsx';
import styles from './post-page.module.css';
import { usePostMetrics } from './use-post-metrics.ts';

/** Charts the post's totals by age, against the band earlier posts had at the same age. */
export function CurveCard({ data: { post, measurements, bands, scores, figures } }: { data: PostData }) {
  const { curves, has, network } = usePostMetrics(post.accountId);
  const [metric, setMetric] = useState<CurveMetric>(curves[0] ?? 'views');
  const { title, word } = curveLabels[metric];
  const { points, band } = toCurve({ measurements, bands }, metric);
  const name = formatName(post.mediaType);
  return (
    <Card
      title="Over time"
      sub={curveSub(band, { metric, name })}
      tools={
        <>
          <GuideButton title="Over Time Guide">
            <PostGuide />
          </GuideButton>
          {points.length > 0 && (
            <PostExport
              title={`${title} over time`}
              post={post}
              sections={['post-course']}
              chart={[
                { name: title, color: 'var(--highlight)' },
                ...(band.length > 0 ? [{ name: `Usual for a ${name}`, color: 'var(--pri)' }] : []),
              ]}
            />
          )}
          <PostEvidenceButton
            post={post}
            figures={listFigures(figures, post.mediaType, network).filter(({ key }) => has(key))}
          />
        </>
      }
      className={styles.curve}
      data-panel="life-curve"
    >
      <div className={styles.controls}>
        {curves.length > 1 && (
          <Segmented
            label="Metric"
            value={metric}
            options={curves.map((value) => ({ value, label: curveLabels[value].title }))}
            onChange={setMetric}
          />
        )}
        {band.length > 0 && <ApproximateDot approx={bandApproximation} format={null} />}
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
