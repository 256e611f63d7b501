import type { AccountType } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { displayName, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel, plural, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { metricCardQuery } from '../metric-cards/metric-card.query.ts';
import { timeseriesQuery } from '../timeseries/timeseries.query.ts';
import { useFirstSyncNote } from '../first-sync.ts';
import { hasNothingStored } from '../metric-cards/trend.ts';
import { spanLabel, usePeriod } from '../use-period.ts';
import { type FollowerHeadline, followerHeadline, leaderOf } from './headline.ts';
import styles from './headline.module.css';

/** The page opens with a sentence. It uses what the cards have loaded anyway, and is absent when they do not carry it. */
export function Headline({ network, title }: { network: AccountType; title: string }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const followers = useQuery(metricCardQuery('followers', accountIds, period));
  const views = useQuery(timeseriesQuery('views', accountIds, period));
  const shown = accounts.filter(({ _id }) => accountIds.includes(_id));
  const growth = followerHeadline(followers.isPlaceholderData ? undefined : followers.data);
  const leader = views.data && !views.isPlaceholderData ? leaderOf(views.data, shown) : null;
  const leading = shown.find(({ _id }) => _id === leader?.accountId);
  const note = useFirstSyncNote();
  const pending = accountIds.length > 0 && (followers.isPending || views.isPending);
  const filling = note !== null && followers.data !== undefined && hasNothingStored(followers.data);
  return (
    <header className={styles.head}>
      <div className={styles.eyebrow}>
        <NetworkIcon network={network} size={15} />
        <h1>{title}</h1>
        <span aria-hidden="true">·</span>
        <span>{period.preset ? `${period.label}, ${spanLabel(period)}` : period.label}</span>
      </div>
      {growth && <p className={styles.sentence}>{sentence(growth)}</p>}
      {pending && !growth && <Room className={styles.sentence}>Your audience grew by 000 people.</Room>}
      {pending && !(growth && leader) && <Room className={styles.lede}>{longestLede(shown.map(displayName))}</Room>}
      {!growth && filling && (
        <>
          <p className={styles.sentence}>Your figures are on their way.</p>
          <p className={styles.lede}>{note}. The cards fill as days arrive, the newest first.</p>
        </>
      )}
      {growth && leader && leading && (
        <p className={styles.lede}>
          {shown.length > 1 ? (
            <>
              <b>{displayName(leading)}</b> brought in {leader.share}% of all views; its best day was{' '}
              {dayLabel(leader.bestDay)}.
            </>
          ) : (
            <>Most views came on {dayLabel(leader.bestDay)}.</>
          )}
        </p>
      )}
    </header>
  );
}

/** Keeps the lines free that a text will take, so that the cards below stay where they are. */
function Room({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={`${className} ${styles.room}`} aria-hidden="true">
      {children}
    </p>
  );
}

function longestLede(names: readonly string[]): string {
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return `${names.length > 1 ? `${longest} brought in 00% of all views; its best day was` : 'Most views came on'} May 00, 0000.`;
}

function sentence({ kind, people }: FollowerHeadline) {
  const count = <em className={styles.figure}>{wholeNumber(people)}</em>;
  if (kind === 'held') return <>Your audience stayed at {count} people.</>;
  return (
    <>
      Your audience {kind} by {count} {plural(people, 'person', 'people')}.
    </>
  );
}
