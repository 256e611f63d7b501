import { curveLabels, listFigures, scoreSentence, scoresSub, type PostData } from '@tidemark/presentation';
import { ApproximateDot } from '#web/features/metrics/index.ts';
import { wholeNumber } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { PostEvidenceButton } from './post-evidence-button.tsx';
import { PostExport } from './post-export.tsx';
import styles from './post-page.module.css';
import { usePostMetrics } from './use-post-metrics.ts';

/** Shows how the post did in each curve metric, or why that is unknown. */
export function ScoresCard({ data: { post, scores, figures } }: { data: PostData }) {
  const { curves, has, network } = usePostMetrics(post.accountId);
  return (
    <Card
      title="Scores"
      sub={scoresSub(post.mediaType)}
      tools={
        <>
          <PostExport title="Scores" post={post} sections={['post-scores']} chart={[]} />
          <PostEvidenceButton
            post={post}
            figures={listFigures(figures, post.mediaType, network).filter(({ key }) => has(key))}
          />
        </>
      }
      className={styles.scores}
      data-panel="post-scores"
    >
      <ul className={styles.scoreList} data-picture>
        {curves.map((metric) => {
          const score = scores[metric];
          const { percentile, value } = score;
          return (
            <li key={metric}>
              <span className={styles.scoreHead}>
                <span className={styles.scoreName}>{curveLabels[metric].title}</span>
                {value !== null && <span className="num">{wholeNumber(value)}</span>}
              </span>
              <span className={styles.bigScore} data-none={percentile === null || undefined}>
                {percentile === null ? '–' : Math.round(percentile)}
                <ApproximateDot approx={score.approx} format={null} small />
              </span>
              <span className={styles.wideTrack} aria-hidden="true">
                {percentile !== null && (
                  <span style={{ width: `${Math.max(2, percentile)}%` }} data-high={percentile >= 90 || undefined} />
                )}
              </span>
              <p className={styles.meaning}>{scoreSentence(score, metric, post.mediaType)}</p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
