import { profileActions, type PostsMetric, storyMoves } from '@tidemark/contract';
import { PostsEvidence } from '#web/features/metrics/index.ts';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { guideCopy, type InsightsPanel } from './guide-copy.ts';
import { useInsightsView } from './use-insights-view.ts';
import styles from './post-insights.module.css';

const totals = ['reach', 'views', 'engagement_rate', 'total_interactions'] as const;

const evidenceMetrics: Record<InsightsPanel, readonly PostsMetric[]> = {
  tiles: totals,
  'top-post': totals,
  performance: totals,
  interactions: ['likes', 'comments', 'saved', 'shares'],
  formats: totals,
  profile: [...profileActions, ...storyMoves],
  'top-posts': totals,
  opportunities: totals,
};

export function InsightsGuide({ panel }: { panel: InsightsPanel }) {
  const { intro, parts } = guideCopy[panel];
  const [{ picked }] = useInsightsView();
  const metrics = evidenceMetrics[panel];
  return (
    <Guide
      intro={intro}
      action={<PostsEvidence metrics={metrics} mediaIds={picked.length > 0 ? picked : null} />}
      sample={parts.map(({ id, name, sample }) => (
        <GuidePart key={id} id={id} label={`${name}: ${sample}`}>
          <span className={styles.sampleName}>{name}</span>
          <span className={styles.sample}>{sample}</span>
        </GuidePart>
      ))}
      parts={parts}
    />
  );
}
