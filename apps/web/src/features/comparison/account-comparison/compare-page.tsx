import { Link } from '@tanstack/react-router';
import { metricLabels } from '@tidemark/presentation';
import { displayName, useNetworkMetrics } from '#web/features/accounts/index.ts';
import { type DocumentChoice, ExportMenu } from '#web/features/exports/index.ts';
import { periodSearch, usePeriod, spanLabel } from '#web/features/periods/index.ts';
import { trendPercent } from '#web/platform/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageFigure, PageHead, PagePlaceholder, PageSentence } from '#web/ui/page-head.tsx';
import { toLead } from './comparison-view.ts';
import { findLeaders } from './find-leaders.ts';
import { LinesCard } from './lines-card.tsx';
import { MetricsTable } from './metrics-table.tsx';
import { MultiplesCard } from './multiples-card.tsx';
import { useComparedAccounts, useComparedIds } from './use-compared-accounts.ts';

const document: DocumentChoice = { page: 'report', title: 'Compare accounts', sections: ['accounts', 'days'] };

/** Compares accounts: all metrics, one metric over time, and each account's shape. */
export function ComparePage() {
  const { selected } = useComparedIds();
  return (
    <Page isWide>
      <CompareHead />
      {selected < 2 ? (
        <Card>
          <EmptyState
            title="Select at least two accounts to compare."
            why="Turn them on in the account list."
            action={
              <Link to="/" search={periodSearch} className={buttonClass('primary')}>
                Open the dashboard
              </Link>
            }
          />
        </Card>
      ) : (
        <>
          <CardBoundary title="All metrics">
            <MetricsTable />
          </CardBoundary>
          <CardBoundary title="Over time">
            <LinesCard />
          </CardBoundary>
          <CardBoundary title="Side by side">
            <MultiplesCard />
          </CardBoundary>
        </>
      )}
    </Page>
  );
}

/** Names the account with the most views, or interactions where the network counts no views, and whose rose most. */
function CompareHead() {
  const period = usePeriod();
  const { rows, isPending } = useComparedAccounts();
  const { accountIds, selected } = useComparedIds();
  const lead = toLead(useNetworkMetrics());
  const { word } = metricLabels[lead];
  const { largest, fastest, hasNoRise } = findLeaders(rows, lead);
  return (
    <PageHead
      title="Compare accounts"
      detail={<span>{period.previous ? `Compared with ${spanLabel(period.previous)}` : spanLabel(period)}</span>}
      actions={
        selected > 1 && (
          <ExportMenu
            title="Compare accounts"
            sections={['accounts', 'days']}
            accountIds={accountIds}
            document={document}
            isLabelled
          />
        )
      }
    >
      {isPending && selected > 1 && <PagePlaceholder>{`An account has the most ${word}.`}</PagePlaceholder>}
      {largest && selected > 1 && (
        <PageSentence>
          <bdi>{displayName(largest)}</bdi> has the most {word}
          {fastest && (
            <>
              {fastest.account === largest ? (
                ', and they rose most'
              ) : (
                <>
                  ; those of <bdi>{displayName(fastest.account)}</bdi> rose most
                </>
              )}
              , by <PageFigure direction="up">{trendPercent(fastest.percentChange)}</PageFigure>
            </>
          )}
          {hasNoRise && '; none grew'}.
        </PageSentence>
      )}
      {!isPending && !largest && selected > 1 && <PageSentence>No {word} in this range yet.</PageSentence>}
    </PageHead>
  );
}
