import type { PostsMetric } from '@tidemark/contract';
import { PostsEvidence } from '#web/features/metrics/index.ts';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './highlights-guide.module.css';

const evidenceMetrics = [
  'reach',
  'views',
  'total_interactions',
  'engagement_rate',
  'likes',
  'comments',
  'saved',
  'shares',
] as const satisfies readonly PostsMetric[];

export function HighlightsGuide() {
  return (
    <Guide
      intro="Media published, seen or interacted with in the range, newest first. Select one or more to see their totals."
      action={<PostsEvidence metrics={evidenceMetrics} />}
      sample={
        <>
          <GuidePart id="media">
            <span className={styles.caption}>Slow Sunday bread</span>
            <span className={styles.meta}>Reel · Nov 15, 2026</span>
          </GuidePart>
          <GuidePart id="figure">
            <span className={styles.meta}>Reach</span>
            <span className={styles.value}>12.4k</span>
          </GuidePart>
          <GuidePart id="delta">
            <span className={styles.delta}>
              1.2k <span className={styles.versus}>vs prev</span>
            </span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'media',
          name: 'Media',
          text: 'Click to select or deselect an item. The one with the most interactions in the range has a pink border. The arrow in its corner opens it on Instagram.',
        },
        {
          id: 'figure',
          name: 'Numbers',
          text: 'Totals of the selected media in this range, or of all media if none are selected. Lifetime totals are in Instagram Posts. A yellow dot marks approximate numbers: people who saw more than one item are counted more than once, and activity from before the first sync counts on the publish date.',
        },
        {
          id: 'delta',
          name: 'vs prev',
          text: 'The change from the same number of days just before, for the same media. Less than one, or a tenth of a percentage point, counts as no change.',
        },
      ]}
    />
  );
}
