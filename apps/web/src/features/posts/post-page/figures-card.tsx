import { listFigures, type PostData } from '@tidemark/presentation';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Card } from '#web/ui/card.tsx';
import { PostExport } from './post-export.tsx';
import styles from './post-page.module.css';

/** Lists the post's metrics with their meaning. */
export function FiguresCard({ data: { post, figures } }: { data: PostData }) {
  return (
    <Card
      title="Metrics"
      sub={`Lifetime totals, ${lastSyncInSentence(post.syncedAt)}`}
      tools={<PostExport title="Metrics" post={post} sections={['post-figures']} chart={[]} />}
      className={styles.figures}
      data-panel="post-metrics"
    >
      <dl className={styles.figureList} data-picture>
        {listFigures(figures, post.mediaType).map(({ name, text, meaning }) => (
          <div key={name}>
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
