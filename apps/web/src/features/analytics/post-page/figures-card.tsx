import type { PostFigures } from '@tidemark/contract';
import { listFigures } from '@tidemark/figures';
import { lastSyncInSentence } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './post-page.module.css';

/** Every metric of the post with its meaning. */
export function FiguresCard({ figures, syncedAt }: { figures: PostFigures; syncedAt: string }) {
  return (
    <Card
      title="Metrics"
      sub={`Lifetime totals, ${lastSyncInSentence(syncedAt)}`}
      className={styles.figures}
      data-panel="post-metrics"
    >
      <dl className={styles.figureList}>
        {listFigures(figures).map(({ name, text, meaning }) => (
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
