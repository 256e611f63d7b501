import { type BestTime, bestTimeWeeks } from '@tidemark/contract';
import { bestTimeCopy, bestTimeSentences } from '@tidemark/presentation';
import { displayName, useNetworkMetrics } from '#web/features/accounts/index.ts';
import { NoAccountSelected } from '#web/features/metrics/index.ts';
import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageFigure, PageHead, PageLede, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
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
  const isPartial = useNetworkMetrics() !== undefined;
  return (
    <Page>
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
          {!isPartial && (
            <CardBoundary title={bestTimeCopy.online}>
              <OnlineCard />
            </CardBoundary>
          )}
        </>
      ) : (
        <NoAccountSelected />
      )}
    </Page>
  );
}

function BestTimeHead() {
  const { account, accounts, show } = useBestTimeView();
  const { data, isPending } = useBestTime();
  return (
    <PageHead
      title={bestTimeCopy.title}
      detail={
        account && (
          <>
            <ChoiceMenu
              label="Account"
              value={account._id}
              options={accounts.map((one) => ({ value: one._id, name: displayName(one) }))}
              onChange={(id) => show({ account: id })}
            />
            <span aria-hidden="true">·</span>
            <span>Last {bestTimeWeeks} weeks</span>
          </>
        )
      }
      actions={
        account &&
        data?.hours && (
          <BestTimeExport title={bestTimeCopy.title} sections={['best-time', 'best-time-suggestions']} isPage />
        )
      }
    >
      {account && isPending && <PagePlaceholder>Posts do best on a weekday at some hour of the day.</PagePlaceholder>}
      {data && <Sentence data={data} />}
    </PageHead>
  );
}

function Sentence({ data }: { data: BestTime }) {
  const [sentence, basis] = bestTimeSentences(data);
  const figure = data.answer?.level === 'clear' ? /\d+% more/.exec(sentence)?.[0] : undefined;
  const [before, after] = figure ? sentence.split(figure) : [sentence];
  return (
    <>
      <PageSentence>
        {before}
        {figure && <PageFigure direction="up">{figure}</PageFigure>}
        {after}
      </PageSentence>
      <PageLede>{basis}</PageLede>
    </>
  );
}
