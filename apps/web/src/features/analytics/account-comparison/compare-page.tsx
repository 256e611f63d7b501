import { Link } from '@tanstack/react-router';
import { displayName } from '#web/features/accounts/index.ts';
import { trendPercent } from '#web/platform/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import type { DocumentChoice } from '../export/export-choice.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import headline from '../headline/headline.module.css';
import { TextPlaceholder } from '../headline/headline-placeholder.tsx';
import { periodSearch } from '../period.ts';
import { usePeriod } from '../period-provider.tsx';
import { spanLabel } from '../use-period.ts';
import styles from './compare-page.module.css';
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
    <div className={styles.page}>
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
    </div>
  );
}

/** Names the account that is ahead, and the one that grows fastest. */
function CompareHead() {
  const period = usePeriod();
  const { rows, isPending } = useComparedAccounts();
  const { accountIds, selected } = useComparedIds();
  const { largest, fastest, hasNoRise } = findLeaders(rows);
  return (
    <header className={headline.head}>
      {selected > 1 && (
        <div className={headline.actions}>
          <ExportMenu
            title="Compare accounts"
            sections={['accounts', 'days']}
            accountIds={accountIds}
            document={document}
            isLabelled
          />
        </div>
      )}
      <div className={headline.eyebrow}>
        <h1>Compare accounts</h1>
        <span aria-hidden="true">·</span>
        <span>{period.previous ? `Compared with ${spanLabel(period.previous)}` : spanLabel(period)}</span>
      </div>
      {isPending && selected > 1 && (
        <TextPlaceholder className={headline.sentence}>An account has the most views.</TextPlaceholder>
      )}
      {largest && selected > 1 && (
        <p className={headline.sentence}>
          <bdi>{displayName(largest)}</bdi> has the most views
          {fastest && (
            <>
              {fastest.account === largest ? (
                ' and'
              ) : (
                <>
                  ; <bdi>{displayName(fastest.account)}</bdi>
                </>
              )}{' '}
              grows fastest, by{' '}
              <em className={headline.figure} data-direction="up">
                {trendPercent(fastest.percentChange)}
              </em>
            </>
          )}
          {hasNoRise && '; none grew'}.
        </p>
      )}
      {!isPending && !largest && selected > 1 && <p className={headline.sentence}>No views in this range yet.</p>}
    </header>
  );
}
