import { type BestTime, bestTimeWeeks, minPostsForBestTime } from '@tidemark/contract';
import { displayName } from '#web/features/accounts/index.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import headline from '../headline/headline.module.css';
import { NoAccountSelected } from '../no-account-selected.tsx';
import { Room } from '../headline/room.tsx';
import { BestTimeExport } from './best-time-export.tsx';
import styles from './best-time-page.module.css';
import { useBestTimeView } from './best-time-view.ts';
import { EffectCard } from './effect-card.tsx';
import { OnlineCard } from './online-card.tsx';
import { SuggestionsCard } from './suggestions-card.tsx';
import { useBestTime } from './use-best-time.ts';
import { basisLabel, hourLabel, signedPercent, weekdayNames } from './week-labels.ts';

/** When to publish, by what earlier posts achieved, and when followers are online. */
export function BestTimePage() {
  const { account } = useBestTimeView();
  return (
    <div className={styles.page}>
      <BestTimeHead />
      {account ? (
        <>
          <div className={styles.split}>
            <CardBoundary title="Effect of the publishing time">
              <EffectCard />
            </CardBoundary>
            <CardBoundary title="Suggestions">
              <SuggestionsCard />
            </CardBoundary>
          </div>
          <CardBoundary title="When followers are online">
            <OnlineCard />
          </CardBoundary>
        </>
      ) : (
        <NoAccountSelected />
      )}
    </div>
  );
}

function BestTimeHead() {
  const { account } = useBestTimeView();
  const { data, isPending } = useBestTime();
  return (
    <header className={headline.head}>
      {account && data?.hours && <BestTimeExport title="Best time to post" isPage />}
      <div className={headline.eyebrow}>
        <h1>Best time to post</h1>
        {account && (
          <>
            <span aria-hidden="true">·</span>
            <bdi>{displayName(account)}</bdi>
            <span aria-hidden="true">·</span>
            <span>Last {bestTimeWeeks} weeks</span>
          </>
        )}
      </div>
      {account && isPending && (
        <Room className={headline.sentence ?? ''}>Posts do best on a weekday at some hour of the day.</Room>
      )}
      {data && <Sentence {...data} />}
    </header>
  );
}

function Sentence({ posts, basis, hours, suggestions: [first] }: BestTime) {
  if (!hours)
    return (
      <>
        <p className={headline.sentence}>
          Not enough posts yet ({posts} of {minPostsForBestTime}).
        </p>
        <p className={headline.lede}>Posts of the last 48 hours are left out: they still collect interactions.</p>
      </>
    );
  if (!first)
    return (
      <>
        <p className={headline.sentence}>No hour of the week is clearly better than another.</p>
        <p className={headline.lede}>
          {posts} posts were compared{basisLabel(basis)}. Publish when it suits you.
        </p>
      </>
    );
  return (
    <>
      <p className={headline.sentence}>
        Posts on {weekdayNames[first.weekday]}s at {hourLabel(first.hour)} get about{' '}
        <em className={headline.figure} data-direction="up">
          {Math.round(first.percent)}% more
        </em>{' '}
        interactions in 48 hours.
      </p>
      <p className={headline.lede}>
        Compared with the average of {posts} posts{basisLabel(basis)}. An 80% interval reaches from{' '}
        {signedPercent(first.low)} to {signedPercent(first.high)}.
      </p>
    </>
  );
}
