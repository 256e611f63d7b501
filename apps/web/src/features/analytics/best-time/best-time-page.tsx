import { type BestTime, bestTimeWeeks } from '@tidemark/contract';
import { bestTimeCopy, bestTimeSentences } from '@tidemark/presentation';
import { displayName } from '#web/features/accounts/index.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import headline from '../headline/headline.module.css';
import { NoAccountSelected } from '../no-account-selected.tsx';
import { TextPlaceholder } from '../headline/headline-placeholder.tsx';
import { BestTimeExport } from './best-time-export.tsx';
import styles from './best-time-page.module.css';
import { useBestTimeView } from './best-time-view.ts';
import { EffectCard } from './effect-card.tsx';
import { OnlineCard } from './online-card.tsx';
import { SuggestionsCard } from './suggestions-card.tsx';
import { useBestTime } from './use-best-time.ts';

/** Recommends when to publish, based on earlier posts' results and on when followers are online. */
export function BestTimePage() {
  const { account } = useBestTimeView();
  return (
    <div className={styles.page}>
      <BestTimeHead />
      {account ? (
        <>
          <div className={styles.split}>
            <CardBoundary title={bestTimeCopy.effect}>
              <EffectCard />
            </CardBoundary>
            <CardBoundary title={bestTimeCopy.suggestions}>
              <SuggestionsCard />
            </CardBoundary>
          </div>
          <CardBoundary title={bestTimeCopy.online}>
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
      {account && data?.hours && (
        <div className={headline.actions}>
          <BestTimeExport title={bestTimeCopy.title} sections={['best-time', 'best-time-suggestions']} isPage />
        </div>
      )}
      <div className={headline.eyebrow}>
        <h1>{bestTimeCopy.title}</h1>
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
        <TextPlaceholder className={headline.sentence ?? ''}>
          Posts do best on a weekday at some hour of the day.
        </TextPlaceholder>
      )}
      {data && <Sentence data={data} />}
    </header>
  );
}

function Sentence({ data }: { data: BestTime }) {
  const [sentence, basis] = bestTimeSentences(data);
  const figure = data.answer?.level === 'clear' ? /\d+% more/.exec(sentence)?.[0] : undefined;
  const [before, after] = figure ? sentence.split(figure) : [sentence];
  return (
    <>
      <p className={headline.sentence}>
        {before}
        {figure && (
          <em className={headline.figure} data-direction="up">
            {figure}
          </em>
        )}
        {after}
      </p>
      <p className={headline.lede}>{basis}</p>
    </>
  );
}
