import type { Account, PeerComparison } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { accountColor, displayName, useAccountColors, useNetworkMetrics } from '#web/features/accounts/index.ts';
import { useLacksPage } from '#web/features/connections/index.ts';
import { trendPercent } from '#web/platform/format.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChoiceMenu } from '#web/ui/choice-menu.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageFigure, PageHead, PageSentence } from '#web/ui/page-head.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddPeerForm } from './add-peer-form.tsx';
import { FollowersCard } from './followers-card.tsx';
import { growthOf } from '@tidemark/presentation';
import { type PeerRow, PeerTable } from './peer-table.tsx';
import { PeersExport } from './peers-export.tsx';
import styles from './peers-page.module.css';
import { peersQuery } from './peers.query.ts';
import { PublicLimits } from './public-limits.tsx';
import { RankCard } from './rank-card.tsx';
import { usePeerAccount } from './use-peer-account.ts';

/** Compares the user's account with public accounts. */
export function PeersPage() {
  const { account } = usePeerAccount();
  const isOwn = !useWorkspaces().workspace;
  const isPartial = useNetworkMetrics() !== undefined;
  const { data, error, isFetching, refetch } = useQuery(peersQuery(isPartial ? undefined : account?._id));
  const lacksPage = useLacksPage(account?._id);
  return (
    <Page isWide>
      <PeersHead comparison={data} />
      {isPartial ? (
        <Card>
          <EmptyState title="Peers are available for Instagram accounts." why="Select Instagram to compare one." />
        </Card>
      ) : !account ? (
        <Card>
          <EmptyState
            title="Link an account first."
            why="Peers are compared with one of your accounts, using its Meta login."
            action={
              isOwn && (
                <Link to="/account/add" className={buttonClass('primary')}>
                  Add an account
                </Link>
              )
            }
          />
        </Card>
      ) : lacksPage ? (
        <Card>
          <EmptyState
            title="Peers need a Facebook Page."
            why="This account is connected without a Facebook Page, and Instagram shows other accounts only to a Meta Business login. Link the account to a Page and connect Meta Business; its history stays."
            action={
              isOwn && (
                <Link to="/account/add" className={buttonClass('primary')}>
                  Connect Meta Business
                </Link>
              )
            }
          />
        </Card>
      ) : error && !data ? (
        <Card>
          <LoadFailure title="Could not load your peers" error={error} isRetrying={isFetching} onRetry={refetch} />
        </Card>
      ) : !data ? (
        <PageSkeleton />
      ) : (
        <Comparison key={account._id} account={account} comparison={data} />
      )}
    </Page>
  );
}

function Comparison({ account, comparison }: { account: Account; comparison: PeerComparison }) {
  const mayEdit = useMay('editor');
  const rows = useRows(account, comparison);
  const add = <AddPeerForm account={account} comparison={comparison} />;
  if (comparison.peers.length === 0)
    return (
      <>
        <Card>
          <EmptyState
            title="No peers yet"
            why={
              mayEdit
                ? 'Add public professional accounts to compare growth. History starts on the day you add one.'
                : 'Public accounts that the team compares with this one appear here.'
            }
          />
          {mayEdit && <div className={styles.first}>{add}</div>}
        </Card>
        <PublicLimits />
      </>
    );
  return (
    <>
      {mayEdit && (
        <Card title="Add a peer" data-panel="add-peer">
          {add}
        </Card>
      )}
      <CardBoundary title="Public data">
        <PeerTable account={account} rows={rows} comparison={comparison} />
      </CardBoundary>
      <div className={styles.split}>
        <CardBoundary title="Followers over time">
          <FollowersCard account={account} lines={rows} />
        </CardBoundary>
        <CardBoundary title="Where you stand">
          <RankCard account={account} ranks={comparison.ranks} peers={comparison.peers} />
        </CardBoundary>
      </div>
      <PublicLimits />
    </>
  );
}

/** The user's account keeps its colour; the peers get the remaining ones. */
function useRows(account: Account, { own, peers }: PeerComparison): PeerRow[] {
  const colors = useAccountColors();
  return useMemo(() => {
    const ownColor = colors.get(account._id) ?? { color: accountColor(0), dashed: false };
    const others = Array.from({ length: 10 }, (_, index) => accountColor(index)).filter(
      (color) => color !== ownColor.color,
    );
    return [
      {
        id: account._id,
        name: displayName(account),
        username: account.username,
        picture: account.picture,
        figures: own,
        peer: null,
        ...ownColor,
      },
      ...peers.map((peer, index) => ({
        id: peer.id,
        name: peer.name ?? peer.username,
        username: peer.username,
        picture: null,
        figures: peer.figures,
        peer,
        color: others[index % others.length] ?? accountColor(0),
        dashed: index >= others.length,
      })),
    ];
  }, [account, own, peers, colors]);
}

function PeersHead({ comparison }: { comparison: PeerComparison | undefined }) {
  const { account, accounts, choose } = usePeerAccount();
  return (
    <PageHead
      title="Peers"
      detail={
        account && (
          <ChoiceMenu
            label="Account"
            value={account._id}
            options={accounts.map((one) => ({ value: one._id, name: displayName(one) }))}
            onChange={choose}
          />
        )
      }
      actions={
        account &&
        comparison &&
        comparison.peers.length > 0 && (
          <PeersExport
            title="Peers"
            account={account}
            sections={['peers', 'peer-days', 'peer-ranks']}
            document={{ page: 'peers' }}
            isLabelled
          />
        )
      }
    >
      {comparison && <Sentence {...comparison} />}
    </PageHead>
  );
}

/** Compares the account's growth with its peers', once there is enough to say. */
function Sentence({ own, peers, ranks }: PeerComparison) {
  const { percent } = growthOf(own, 30);
  if (peers.length === 0 || percent === null || !ranks.growth)
    return <PageSentence>How your account compares with others, based on public data.</PageSentence>;
  const { percentile, peers: ranked } = ranks.growth;
  const isLoss = percent < 0;
  if (percent === 0)
    return (
      <PageSentence>
        You have as many followers as 30 days ago; {percentile}% of your {ranked} peers did worse.
      </PageSentence>
    );
  return (
    <PageSentence>
      Your followers {isLoss ? 'fell' : 'grew'} by{' '}
      <PageFigure direction={isLoss ? 'down' : 'up'}>{trendPercent(Math.abs(percent))}</PageFigure> in 30 days,{' '}
      {isLoss ? 'better' : 'faster'} than {percentile}% of your {ranked} peers.
    </PageSentence>
  );
}

function PageSkeleton() {
  return (
    <Page isWide aria-busy="true">
      <Card>
        <Skeleton height={72} radius={14} />
      </Card>
      <Card>
        <Skeleton height={260} radius={14} />
      </Card>
      <Card>
        <Skeleton height={300} radius={14} />
      </Card>
    </Page>
  );
}
