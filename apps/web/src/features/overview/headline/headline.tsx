import { spanName, writeHeadline } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { displayName } from '#web/features/accounts/index.ts';
import { PageExport } from '#web/features/exports/index.ts';
import { useFirstSyncNote, ApproximateDot } from '#web/features/metrics/index.ts';
import { usePeriod, spanLabel, type Period } from '#web/features/periods/index.ts';
import { usePickWhen } from '#web/features/posts/index.ts';
import { compactNumber, dayLabel, plural, weekdayLabel, wholeNumber } from '#web/platform/format.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { PageFigure, PageHead, PageLede, PageSentence } from '#web/ui/page-head.tsx';
import head from '#web/ui/page-head.module.css';
import { rememberHeight } from './remember-height.ts';
import { HeadlinePlaceholder } from './headline-placeholder.tsx';
import { useHeadline, type HeadlineData } from './use-headline.ts';

interface HeadlineProps {
  /** Buttons before the export button. */
  actions?: ReactNode;
}

/** Answers in two lines: what changed most, and which account got most views. Uses the cards' data. */
export function Headline({ actions }: HeadlineProps) {
  const period = usePeriod();
  const note = useFirstSyncNote();
  const data = useHeadline();
  return (
    <PageHead
      ref={rememberHeight}
      data-waiting={data.isPending || undefined}
      icon={<NetworkIcon network="instagram_account" size={15} />}
      title="Instagram"
      detail={<span>{comparedWith(period, data)}</span>}
      actions={
        <>
          {actions}
          <PageExport />
        </>
      }
    >
      {data.isPending ? (
        <HeadlinePlaceholder />
      ) : note !== null && data.isEmpty ? (
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
      )}
    </PageHead>
  );
}

/** Assumes a comparison until the data arrives: on a phone, the text that follows would move by its second line. */
function comparedWith(period: Period, { isCompared, isPending, verdict }: HeadlineData): string {
  if (!period.previous || !(isCompared || isPending)) return spanLabel(period);
  const span = `Compared with ${spanLabel(period.previous)}`;
  const short = verdict?.find(({ comparison: { days, of } }) => days < of)?.comparison;
  return short ? `${span}, first ${short.days} of ${short.of} days` : span;
}

function Summary({ data: { views, ...data }, period }: { data: HeadlineData; period: Period }) {
  if (views === null && !data.verdict?.length) return 'Could not load these metrics.';
  const span = period.comparison === 'previous-period' ? spanName(period.days.length) : null;
  const { parts, approx } = writeHeadline({ ...data, total: `${compactNumber(views ?? 0)} views`, span });
  return (
    <>
      {parts.map(({ text, direction }, index) =>
        direction ? (
          <PageFigure key={index} direction={direction}>
            {text}
          </PageFigure>
        ) : (
          text
        ),
      )}
      {approx && ' '}
      {approx && (
        <span className={head.mark}>
          <ApproximateDot approx={approx} format={null} />
        </span>
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
  const { account, share, bestDayShare } = leader;
  const day = <PickDay day={leader.bestDay} />;
  if (!account)
    return (
      <>
        {bestDayShare === null ? 'Most views' : `${bestDayShare}% of views`}
        {soFar} came on {day}.{explainPosts(data)}
      </>
    );
  return (
    <>
      <Link to="/account/$id" params={{ id: account._id }}>
        <bdi>{displayName(account)}</bdi>
      </Link>{' '}
      accounted for {share}% of views{soFar}, {bestDayShare === null ? 'most' : `${bestDayShare}% of them`} on {day}.
    </>
  );
}

/** Leads to the day's posts, which may explain it. */
function PickDay({ day }: { day: string }) {
  const { pickWhen } = usePickWhen();
  return (
    <button type="button" onClick={() => pickWhen({ day })}>
      {weekdayLabel(day)}
    </button>
  );
}

/** Posting is never a result, but may explain one. */
function explainPosts({ verdict, posts, morePosts }: HeadlineData): string {
  if (!verdict?.length || posts === null || !morePosts) return '';
  const difference = `${wholeNumber(Math.abs(morePosts))} ${morePosts > 0 ? 'more' : 'fewer'}`;
  return ` You published ${wholeNumber(posts)} ${plural(posts, 'post')}, ${difference} than before.`;
}
