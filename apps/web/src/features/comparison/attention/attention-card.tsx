import { writeNumber, metricLabels } from '@tidemark/presentation';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayName, useAccountColors, useShownAccounts } from '#web/features/accounts/index.ts';
import { timeseriesQuery } from '#web/features/metrics/index.ts';
import { periodSearch, usePeriod } from '#web/features/periods/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './attention-card.module.css';
import { needsLook, type RankedAccount } from './rank-accounts.ts';
import { useAttention } from './use-attention.ts';

const shownRows = 4;

/** Answers, for many accounts, which of them needs a look: each is judged by its own past. */
export default function AttentionCard() {
  const accountIds = useShownAccounts();
  const { ranked, error, isPending, isFetching, refetch } = useAttention(accountIds);
  const days = useQuery(timeseriesQuery('views', accountIds, usePeriod()));
  const count = ranked.filter(needsLook).length;
  return (
    <Card
      title={isPending ? 'Accounts' : toTitle(count, ranked.length)}
      sub="Each account compared with its own past; those that need a look first"
      refreshing={isFetching && !isPending}
      tools={
        <Link to="/compare" search={periodSearch} className={buttonClass('plain', 'small')}>
          Compare all {ranked.length || ''}
        </Link>
      }
      aria-busy={isPending}
      data-panel="attention"
    >
      {error ? (
        <EmptyState
          title="Could not load the accounts"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : isPending ? (
        <Skeleton height="auto" radius={14} className={styles.rows} />
      ) : (
        <ul className={styles.rows}>
          {ranked.slice(0, Math.max(shownRows, Math.min(count, 8))).map((one) => (
            <AttentionRow key={one.account._id} ranked={one} series={days.data?.perAccount[one.account._id] ?? []} />
          ))}
        </ul>
      )}
    </Card>
  );
}

interface AttentionRowProps {
  ranked: RankedAccount;
  series: readonly { date: string; value: number | null; isClosed?: boolean }[];
}

function AttentionRow({ ranked: { account, attention, need, reasons }, series }: AttentionRowProps) {
  const color = useAccountColors().get(account._id);
  const { title, format } = metricLabels.views;
  const name = displayName(account);
  return (
    <li className={styles.row} data-need={need}>
      <Link to="/account/$id" params={{ id: account._id }} search={periodSearch} className={styles.account}>
        <Avatar
          src={account.picture ?? account.profile_picture_url}
          name={name}
          size={28}
          ring={color?.color}
          dashed={color?.dashed}
        />
        <bdi className={styles.name}>{name}</bdi>
      </Link>
      <span className={styles.reasons}>{reasons.length > 0 ? reasons.join(' · ') : 'As usual'}</span>
      <Sparkline series={series} label={`${title} of ${name}`} color={color?.color} />
      <span className={styles.views}>
        {attention.hasData ? writeNumber(attention.views.current, attention.views.approx, format).text : '—'}
        <span className={styles.unit}> {title.toLowerCase()}</span>
      </span>
      <span className={styles.action}>
        {need === 'access' && (
          <Link to="/profile" className={buttonClass('primary', 'small')}>
            Reconnect
          </Link>
        )}
      </span>
    </li>
  );
}

function toTitle(count: number, all: number): string {
  if (count === 0) return `All ${all} accounts are as usual or better`;
  return `${count} of ${all} accounts ${count === 1 ? 'needs' : 'need'} a look`;
}
