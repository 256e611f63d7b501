import { listFigures, type PostData } from '@tidemark/presentation';
import { useSearch } from '@tanstack/react-router';
import { evidenceSearch } from '#web/features/metrics/index.ts';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Card } from '#web/ui/card.tsx';
import { PostEvidenceButton } from './post-evidence-button.tsx';
import { PostExport } from './post-export.tsx';
import styles from './post-page.module.css';
import { usePostMetrics } from './use-post-metrics.ts';

/** Lists the post's metrics with their meaning. */
export function FiguresCard({ data: { post, figures } }: { data: PostData }) {
  const linked = useSearch({ strict: false, select: (search) => evidenceSearch(search).evidence });
  const { has, network } = usePostMetrics(post.accountId);
  const listed = listFigures(figures, post.mediaType, network).filter(({ key }) => has(key));
  return (
    <Card
      title="Metrics"
      sub={`Lifetime totals, ${lastSyncInSentence(post.syncedAt)}`}
      tools={
        <>
          <PostExport title="Metrics" post={post} sections={['post-figures']} chart={[]} />
          <PostEvidenceButton key={linked} post={post} figures={listed} linked={linked} />
        </>
      }
      className={styles.figures}
      data-panel="post-metrics"
    >
      <dl className={styles.figureList} data-picture>
        {listed.map(({ key, name, text, meaning }) => (
          <div key={key}>
            <dt>
              {name}
              <span className={styles.meaning}>{meaning}</span>
            </dt>
            <dd data-missing={text === 'not reported' || undefined}>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
