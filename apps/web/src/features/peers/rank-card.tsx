import { minRankedPeers, type PeerComparison, rankedFigures } from '@tidemark/contract';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { figureTitles } from './peer-labels.ts';
import styles from './peers-page.module.css';

/** Where the account stands among its peers. */
export function RankCard({ ranks, peers }: Pick<PeerComparison, 'ranks' | 'peers'>) {
  const isRanked = rankedFigures.some((figure) => ranks[figure]);
  return (
    <Card
      title="Where you stand"
      sub="The share of peers below your account; a tie counts half"
      data-panel="peer-ranks"
    >
      {isRanked ? (
        <ul className={styles.ranks}>
          {rankedFigures.map((figure) => {
            const rank = ranks[figure];
            return (
              <li key={figure} className={styles.rank}>
                <span>{figureTitles[figure]}</span>
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
          title={`A percentile needs at least ${minRankedPeers} peers.`}
          why={`You have ${peers.length}. Fewer would show chance rather than a position.`}
        />
      )}
    </Card>
  );
}
