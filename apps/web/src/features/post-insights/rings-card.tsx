import { mergeApproximations, ringTotal, toInteractionRings } from '@tidemark/presentation';
import { useMemo } from 'react';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { compactNumber } from '#web/platform/format.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Rings } from '#web/ui/charts/rings.tsx';
import { InsightsCard } from './insights-card.tsx';
import styles from './post-insights.module.css';
import type { Insights } from './use-insights.ts';

export function RingsCard({ aggregate, ...load }: Insights) {
  const rings = useMemo(() => toInteractionRings(aggregate?.mediaMetrics ?? [], viewerTimeZone()), [aggregate]);
  const approx = mergeApproximations((aggregate?.mediaMetrics ?? []).map((one) => one.approx));
  const total = rings.reduce((sum, ring) => sum + ringTotal(ring), 0);
  return (
    <InsightsCard
      panel="interactions"
      title="Post Interaction Breakdown"
      sub="In this range; each ring is divided by post"
      {...load}
      height={388}
      empty={total > 0 ? null : 'No interaction data for the selected media.'}
    >
      <div className={styles.rings}>
        <Rings label="Post Interaction Breakdown" rings={rings} format={compactNumber}>
          <b className={styles.ringTotal}>{compactNumber(total)}</b>
          <span className={styles.meta}>
            in total <ApproximateDot approx={approx} />
          </span>
        </Rings>
        <ul className={styles.ringList}>
          {rings.map((ring) => (
            <li key={ring.key} data-ring={ring.key}>
              <span className={styles.swatch} style={{ background: ring.color }} aria-hidden="true" />
              <span className={styles.grow}>{ring.label}</span>
              <ApproximateDot approx={approx} small passive />
              <b className="num">{compactNumber(ringTotal(ring))}</b>
              <span className={styles.share}>{Math.round((ringTotal(ring) / total) * 100)}%</span>
            </li>
          ))}
        </ul>
      </div>
    </InsightsCard>
  );
}
