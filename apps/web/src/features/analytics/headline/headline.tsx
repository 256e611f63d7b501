import type { AccountType } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { displayName, useAccounts, useShownAccounts } from '#web/features/accounts/index.ts';
import { dayLabel, plural, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { metricCardQuery } from '../metric-cards/metric-card.query.ts';
import { ApproximateDot } from '../metric-cards/approximate-dot.tsx';
import { timeseriesQuery } from '../timeseries/timeseries.query.ts';
import { useFirstSyncNote } from '../first-sync.ts';
import { hasNothingStored } from '../metric-cards/trend.ts';
import { spanLabel, usePeriod } from '../use-period.ts';
import { type FollowerHeadline, followerHeadline, findLeader } from './headline.ts';
import styles from './headline.module.css';

/** The page's opening sentence. It uses what the cards load anyway, and is absent if they do not support one. */
export function Headline({ network, title }: { network: AccountType; title: string }) {
  const period = usePeriod();
  const accountIds = useShownAccounts();
  const { accounts } = useAccounts();
  const followers = useQuery(metricCardQuery('followers', accountIds, period));
  const views = useQuery(timeseriesQuery('views', accountIds, period));
  const shown = accounts.filter(({ _id }) => accountIds.includes(_id));
  const growth = followerHeadline(followers.isPlaceholderData ? undefined : followers.data);
  const leader = views.data && !views.isPlaceholderData ? findLeader(views.data, shown) : null;
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
      {pending && !(growth && leader) && <Room className={styles.lede}>{getLongestIntro(shown.map(displayName))}</Room>}
      {!growth && filling && (
        <>
          <p className={styles.sentence}>Your data is on its way.</p>
          <p className={styles.lede}>{note}. Cards fill in as days arrive, newest first.</p>
        </>
      )}
      {growth && leader && leading && (
        <p className={styles.lede}>
          {shown.length > 1 ? (
            <>
              <b>{displayName(leading)}</b> brought in {leader.share}% of all views{leader.soFar && ' so far'}; its best
              day was {dayLabel(leader.bestDay)}.
            </>
          ) : (
            <>
              {leader.soFar ? 'Most views so far' : 'Most views'} came on {dayLabel(leader.bestDay)}.
            </>
          )}
        </p>
      )}
    </header>
  );
}

/** Reserves the lines of a text, so that the cards below do not move. */
function Room({ className, children }: { className: string | undefined; children: string }) {
  return (
    <p className={`${className} ${styles.room}`} aria-hidden="true">
      {children}
    </p>
  );
}

function getLongestIntro(names: readonly string[]): string {
  const longest = names.toSorted((a, b) => b.length - a.length)[0];
  return `${names.length > 1 ? `${longest} brought in 00% of all views; its best day was` : 'Most views came on'} May 00, 0000.`;
}

function sentence(headline: FollowerHeadline) {
  const { kind, people, approx } = headline;
  const count = (
    <>
      {approx && 'about '}
      <em className={styles.figure}>{wholeNumber(people)}</em>
    </>
  );
  const mark = approx && (
    <>
      {' '}
      <span className={styles.mark}>
        {/* The bounds refer to the count, not to its growth. */}
        <ApproximateDot approx={approx} format={kind === 'grew' || kind === 'shrank' ? null : wholeNumber} />
      </span>
    </>
  );
  if (kind === 'size')
    return (
      <>
        Your audience is {count} {plural(people, 'person', 'people')}.{mark}
      </>
    );
  if (kind === 'held')
    return (
      <>
        Your audience stayed at {count} {plural(people, 'person', 'people')}.{mark}
      </>
    );
  return (
    <>
      Your audience {kind} by {count} {plural(people, 'person', 'people')}
      {comparedDays(headline)}.{mark}
    </>
  );
}

function comparedDays({ comparison: { days, of } }: FollowerHeadline): string {
  return days > 0 && days < of ? ` in ${days} of ${of} days` : '';
}
