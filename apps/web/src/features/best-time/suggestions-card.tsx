import type { PublishingSuggestion } from '@tidemark/contract';
import { bestTimeCopy, signedPercent, slotLabel, suggestionBasis } from '@tidemark/presentation';
import type { CSSProperties } from 'react';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BestTimeExport } from './best-time-export.tsx';
import styles from './best-time-page.module.css';
import { useBestTime } from './use-best-time.ts';

const rowHeight = 60;

/** Suggests up to three hours, each with its evidence. */
export function SuggestionsCard() {
  const { data, error } = useBestTime();
  // The next card offers to retry the same call.
  if (error) return null;
  return (
    <Card
      title={bestTimeCopy.suggestions}
      sub={bestTimeCopy.suggestionsSub}
      tools={
        data &&
        data.suggestions.length > 0 && (
          <BestTimeExport title={bestTimeCopy.suggestions} sections={['best-time-suggestions']} />
        )
      }
      data-panel="suggestions"
    >
      {!data ? (
        <Skeleton height={rowHeight} radius={14} />
      ) : data.suggestions.length === 0 ? (
        <p className={styles.basis}>{bestTimeCopy.noSuggestions(data.hours !== null)}</p>
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
      <ol className={styles.suggestions} data-picture>
        {suggestions.map((suggestion) => {
          const { weekday, hour, percent, low, high } = suggestion;
          return (
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
              <p className={styles.basis}>{suggestionBasis(suggestion)}</p>
            </li>
          );
        })}
      </ol>
      <p className={styles.note}>{bestTimeCopy.caution}</p>
    </>
  );
}
