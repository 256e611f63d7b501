import type { AccountType } from '@tidemark/contract';
import { mergeApproximations } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { displayName } from '#web/features/accounts/index.ts';
import { PageExport } from '#web/features/exports/index.ts';
import { useFirstSyncNote, ApproximateDot } from '#web/features/metrics/index.ts';
import { usePeriod, spanLabel, type Period } from '#web/features/periods/index.ts';
import { capitalize, compactNumber, dayLabel, plural, weekdayLabel, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { PageFigure, PageHead, PageLede, PageSentence } from '#web/ui/page-head.tsx';
import head from '#web/ui/page-head.module.css';
import { rememberHeight } from './remember-height.ts';
import { HeadlinePlaceholder } from './headline-placeholder.tsx';
import { useHeadline, type HeadlineData } from './use-headline.ts';
import { type Clause, isOpposite } from './verdict.ts';

interface HeadlineProps {
  network: AccountType;
  title: string;
  /** Buttons before the export button. */
  actions?: ReactNode;
}

/** Answers in two lines: what changed most, and which account got most views. Uses the cards' data. */
export function Headline({ network, title, actions }: HeadlineProps) {
  const period = usePeriod();
  const note = useFirstSyncNote();
  const data = useHeadline();
  const isFilling = note !== null && data.isEmpty;
  return (
    <PageHead
      ref={rememberHeight}
      data-waiting={data.isPending || undefined}
      icon={<NetworkIcon network={network} size={15} />}
      title={title}
      detail={network === 'instagram_account' && <span>{comparedWith(period, data)}</span>}
      actions={
        network === 'instagram_account' && (
          <>
            {actions}
            <PageExport />
          </>
        )
      }
    >
      {network === 'instagram_account' &&
        (data.isPending ? (
          <HeadlinePlaceholder />
        ) : isFilling ? (
          <>
            <PageSentence>Your data is on its way.</PageSentence>
            <PageLede>{note}. Cards fill in as days arrive, newest first.</PageLede>
          </>
        ) : (
          <>
            <PageSentence>
              <Summary data={data} period={period} />
            </PageSentence>
            <PageLede>
              <Lede data={data} />
            </PageLede>
          </>
        ))}
    </PageHead>
  );
}

/** Assumes a comparison until the data arrives: on a phone, the text that follows would move by its second line. */
function comparedWith(period: Period, { isCompared, isPending, verdict }: HeadlineData): string {
  if (!period.previous || !(isCompared || isPending)) return spanLabel(period);
  const span = `Compared with ${spanLabel(period.previous)}`;
  const short = verdict?.clauses.find(({ comparison: { days, of } }) => days < of)?.comparison;
  return short ? `${span}, first ${short.days} of ${short.of} days` : span;
}

function Summary({ data, period }: { data: HeadlineData; period: Period }) {
  const { verdict, views, followers, posts } = data;
  if (verdict && !verdict.isUsual) return <Clauses clauses={verdict.clauses} />;
  if (views === null) return 'Could not load any data.';
  if (data.isEmpty) return 'No data in this range yet.';
  const count = compactNumber(views);
  if (verdict && followers !== null) return `${calmName(period)}: ${count} views, ${followersGained(followers)}.`;
  if (posts === null) return `${count} views.`;
  return `${count} views and ${posts === 0 ? 'no' : wholeNumber(posts)} new ${plural(posts, 'post')}.`;
}

function Clauses({ clauses }: { clauses: readonly Clause[] }) {
  const approx = mergeApproximations(clauses.map((clause) => clause.approx));
  return (
    <>
      {clauses.map((clause, index) => (
        <Fragment key={clause.metric}>
          {index > 0 && (isOpposite(clauses) ? ' while ' : ' and ')}
          {index === 0 ? capitalize(clause.statement) : clause.statement} {clause.approx && 'about '}
          <PageFigure direction={clause.direction}>{clause.size}</PageFigure>
        </Fragment>
      ))}
      .
      {approx && (
        <>
          {' '}
          <span className={head.mark}>
            <ApproximateDot approx={approx} format={null} />
          </span>
        </>
      )}
    </>
  );
}

function Lede({ data }: { data: HeadlineData }) {
  const { isCompared, isEmpty, leader, noDataBefore, isOneAccount } = data;
  const { previous } = usePeriod();
  if (!leader && !isCompared && noDataBefore !== null)
    return isOneAccount
      ? `No comparison: no data before ${dayLabel(noDataBefore)}.`
      : `No comparison: some accounts have no data before ${dayLabel(noDataBefore)}.`;
  if (!leader) return previous && !isCompared && !isEmpty ? 'Nothing to compare with yet.' : '\u00a0';
  const soFar = leader.soFar ? ' so far' : '';
  const day = weekdayLabel(leader.bestDay);
  if (!leader.account) return `Most views${soFar} came on ${day}.${explainPosts(data)}`;
  return (
    <>
      <Link to="/account/$id" params={{ id: leader.account._id }}>
        <bdi>{displayName(leader.account)}</bdi>
      </Link>{' '}
      accounted for {leader.share}% of views{soFar}, most on {day}.
    </>
  );
}

/** Posting is never a result, but may explain one. */
function explainPosts({ verdict, posts, morePosts }: HeadlineData): string {
  if (!verdict || verdict.isUsual || posts === null || !morePosts) return '';
  const difference = `${wholeNumber(Math.abs(morePosts))} ${morePosts > 0 ? 'more' : 'fewer'}`;
  return ` You published ${wholeNumber(posts)} ${plural(posts, 'post')}, ${difference} than before.`;
}

function followersGained(change: number): string {
  if (change === 0) return 'no change in followers';
  return `${wholeNumber(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} ${plural(Math.abs(change), 'follower')}`;
}

/** Normal variation is known only from one period to the next; against other periods, nothing is more than similar. */
function calmName({ comparison, days }: Period): string {
  return comparison === 'previous-period' ? `A typical ${spanName(days.length)}` : 'About the same as before';
}

/** Names a range as people would: 'week' or '90 days'. */
function spanName(days: number): string {
  return { 1: 'day', 7: 'week', 14: 'two weeks' }[days] ?? `${days} days`;
}
