import type { Account } from '@tidemark/contract';
import { type ChartedAccount, chartedAtFirst, indexText, type PeerScale, toPeerLines } from '@tidemark/presentation';
import { useMemo, useState } from 'react';
import { compactNumber, shortDayLabel, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { TrendLines } from '#web/ui/charts/trend-lines.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { PeersExport } from './peers-export.tsx';
import styles from './peers-page.module.css';

const chartHeight = 300;
const scales: { value: PeerScale; label: string; title: string }[] = [
  { value: 'indexed', label: 'Indexed', title: 'All start at 100, to compare accounts of any size' },
  { value: 'log', label: 'Log', title: 'Equal steps are equal ratios; small accounts stay readable' },
  { value: 'linear', label: 'Linear', title: 'Equal steps are equal amounts' },
];

interface FollowersCardProps {
  account: Account;
  /** Lines for the account and its peers. */
  lines: ChartedAccount[];
}

/** Charts followers of the account and its peers, day by day. */
export function FollowersCard({ account, lines: accounts }: FollowersCardProps) {
  const [scale, setScale] = useState<PeerScale>('indexed');
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const ids = chosen ?? new Set(accounts.slice(0, chartedAtFirst).map(({ id }) => id));
  const drawn = accounts.filter(({ id }) => ids.has(id));
  const lines = useMemo(() => toPeerLines(drawn, scale), [drawn, scale]);
  const peerIds = drawn.flatMap(({ id }) => (id === account._id ? [] : [id]));
  const days = lines[0]?.series.length ?? 0;

  function toggle(id: string) {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    // The last line stays: an empty chart answers nothing.
    if (next.size > 0) setChosen(next);
  }

  return (
    <Card
      title="Followers over time"
      sub={scale === 'indexed' ? 'Indexed: first common day = 100' : 'A peer’s line starts on the day you added it'}
      tools={
        <PeersExport
          title="Followers over time"
          account={account}
          sections={['peer-days']}
          {...(peerIds.length > 0 && { peerIds })}
          chart={days < 2 ? null : drawn}
        />
      }
      data-panel="peer-followers"
    >
      <div className={styles.controls}>
        <div className={styles.choice} role="group" aria-label="Accounts in the chart">
          {accounts.map(({ id, name, picture, color, dashed }) => (
            <button
              key={id}
              type="button"
              className={styles.pick}
              aria-pressed={ids.has(id)}
              onClick={() => toggle(id)}
            >
              <Avatar src={picture} name={name} size={20} ring={color} dashed={dashed} />
              <bdi className={styles.name}>{name}</bdi>
            </button>
          ))}
        </div>
        <Segmented label="Scale" value={scale} options={scales} onChange={setScale} />
      </div>
      {days < 2 ? (
        <EmptyState
          title="The chart starts on the second day."
          why="Instagram doesn’t report a peer’s past follower counts."
        />
      ) : (
        <TrendLines
          lines={lines}
          label={`Followers by account${scale === 'indexed' ? ', the first common day is 100' : ''}`}
          format={scale === 'indexed' ? indexText : wholeNumber}
          formatAxis={scale === 'indexed' ? indexText : compactNumber}
          formatDay={shortDayLabel}
          height={chartHeight}
          scale={scale === 'log' ? 'log' : 'linear'}
        />
      )}
    </Card>
  );
}
