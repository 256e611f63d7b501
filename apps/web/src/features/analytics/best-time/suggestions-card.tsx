import type { PublishingSuggestion } from '@tidemark/contract';
import type { CSSProperties } from 'react';
import { plural } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './best-time-page.module.css';
import { intervalLabel } from './effect-cells.ts';
import { useBestTime } from './use-best-time.ts';
import { signedPercent, slotLabel } from './week-labels.ts';

const rowHeight = 60;

/** At most three hours, each with what is known about it. */
export function SuggestionsCard() {
  const { data, error } = useBestTime();
  // The card beside it offers the retry of the same call.
  if (error) return null;
  return (
    <Card title="Suggestions" sub="Hours that are better than the average, with their 80% interval">
      {!data ? (
        <Skeleton height={rowHeight} radius={14} />
      ) : data.suggestions.length === 0 ? (
        <p className={styles.basis}>
          {data.hours
            ? 'None: the differences between hours are within what chance explains.'
            : 'None: this needs more posts.'}
        </p>
      ) : (
        <Suggestions suggestions={data.suggestions} />
      )}
    </Card>
  );
}

function Suggestions({ suggestions }: { suggestions: readonly PublishingSuggestion[] }) {
  const highest = Math.max(...suggestions.map(({ high }) => high));
  const share = (percent: number) => `${(percent / highest) * 100}%`;
  return (
    <>
      <ol className={styles.suggestions}>
        {suggestions.map(({ weekday, hour, percent, low, high, posts, evidence }) => (
          <li key={`${weekday} ${hour}`} className={styles.suggestion}>
            <div className={styles.slot}>
              <b>{slotLabel(weekday, hour)}</b>
              <span className={styles.effect}>{signedPercent(percent)}</span>
            </div>
            <div
              className={styles.interval}
              style={{ '--low': share(low), '--high': share(high), '--middle': share(percent) } as CSSProperties}
              aria-hidden="true"
            />
            <p className={styles.basis}>
              {intervalLabel({ low, high, percent })}, from {posts} {plural(posts, 'post')} then and{' '}
              {Math.max(0, Math.round(evidence) - posts)} at similar times
            </p>
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        A suggestion says what earlier posts suggest, not what causes it. It is wrong if your next posts at that time do
        no better than the others.
      </p>
    </>
  );
}
