import { type Account, minRankedPeers, type PeerComparison, rankedFigures } from '@tidemark/contract';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { peerFigureTitles } from '@tidemark/presentation';
import { PeersExport } from './peers-export.tsx';
import styles from './peers-page.module.css';

interface RankCardProps extends Pick<PeerComparison, 'ranks' | 'peers'> {
  account: Account;
}

/** Ranks the account among its peers. */
export function RankCard({ account, ranks, peers }: RankCardProps) {
  const isRanked = rankedFigures.some((figure) => ranks[figure]);
  return (
    <Card
      title="Where you stand"
      sub="Percentage of peers you are ahead of; ties count half"
      tools={isRanked && <PeersExport title="Where you stand" account={account} sections={['peer-ranks']} chart={[]} />}
      data-panel="peer-ranks"
    >
      {isRanked ? (
        <ul className={styles.ranks} data-picture>
          {rankedFigures.map((figure) => {
            const rank = ranks[figure];
            return (
              <li key={figure} className={styles.rank}>
                <span>{peerFigureTitles[figure]}</span>
                {rank ? (
                  <span className={styles.standing}>
                    <strong>{rank.percentile}%</strong> of {rank.peers}
                  </span>
                ) : (
                  <span className={styles.note}>fewer than {minRankedPeers} values</span>
                )}
                <span className={styles.track} aria-hidden="true">
                  {rank && <span className={styles.bar} style={{ inlineSize: `${rank.percentile}%` }} />}
                </span>
              </li>
            );
          })}
        </ul>
      ) : (
        <EmptyState
          compact
          title={`A rank needs at least ${minRankedPeers} peers.`}
          why={`You have ${peers.length}. With fewer, a rank would be mostly chance.`}
        />
      )}
    </Card>
  );
}
