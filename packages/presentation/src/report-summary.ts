import type { Approximation, MetricCard, OverviewMetric, ReportContent, ReportSection } from '@tidemark/contract';
import { countDays } from '@tidemark/contract/calendar-day';
import { writeNumber, type WrittenNumber } from './approximation-labels.ts';
import { compactNumber, gridNumber, plural, wholeNumber } from './format.ts';
import { changeSize, type Headline, spanName, toVerdict, writeHeadline } from './headline.ts';
import { metricLabels } from './metric-labels.ts';
import type { MarkedText } from './page-document.ts';
import { postName } from './post-name.ts';
import { isCalendarMonth } from './report-title.ts';

type Section = Extract<ReportSection, { kind: 'summary' }>;
type Card = Omit<MetricCard, 'series'>;

export interface SummaryFigure extends WrittenNumber {
  metric: OverviewMetric;
  label: string;
  card: Card;
}

export interface ReportSummary {
  headline: Headline;
  figures: SummaryFigure[];
  sentences: MarkedText[];
}

const figureMetrics = ['views', 'reach', 'followers'] as const;
/** Where the network counts no views. */
const countedMetrics = ['total_interactions', 'followers'] as const;
/** Begins with what the numbers do not show. */
const results = ['total_interactions', 'followers', 'views', 'reach'] as const;
const maxSentences = 3;
/** Smaller changes round to nothing. */
const smallestPercent = 0.1;
/** Smaller ratios are not worth a mention. */
const smallestRatio = 1.05;

/** Puts a report's summary into words and numbers, the same on screens, in documents and in mail. */
export function toReportSummary(section: Section, { period, timeZone }: SummaryFrame): ReportSummary {
  const { cards, usual, isEmpty, posts, best } = section;
  const find = (metric: OverviewMetric): Card | undefined => cards.find((one) => one.metric === metric)?.card;
  const verdict = toVerdict(
    cards.map(({ metric, card }) => ({ metric, ...card })),
    usual ?? undefined,
  );
  const followers = find('followers')?.change ?? null;
  const views = find('views');
  const headline = writeHeadline({
    verdict,
    isEmpty,
    total: views
      ? `${compactNumber(views.current)} views`
      : countText(find('total_interactions')?.current ?? 0, 'interaction'),
    followers,
    posts,
    span: usual && (isCalendarMonth(period) ? 'month' : spanName(countDays(period.from, period.to))),
  });
  if (isEmpty) return { headline, figures: [], sentences: [] };
  const isCalm = verdict?.length === 0 && followers !== null;
  // What is usual is known only from one period to the next.
  const isUsual = isCalm && usual !== null;
  const told = new Set<OverviewMetric>([
    ...(verdict?.map(({ metric }) => metric) ?? []),
    ...(isCalm ? (['followers'] as const) : []),
  ]);
  const changes = results.flatMap((metric) => {
    const card = find(metric);
    return card && !told.has(metric) ? describeChange(metric, card, isUsual) : [];
  });
  const bestPost = best ? [describeBest(best, timeZone)] : [];
  return {
    headline,
    figures: (views ? figureMetrics : countedMetrics).flatMap((metric) => {
      const card = find(metric);
      if (!card) return [];
      const { title, format } = metricLabels[metric];
      return [{ metric, label: title, card, ...writeNumber(card.current, card.approx, format) }];
    }),
    sentences: [...changes.slice(0, maxSentences - bestPost.length), ...bestPost],
  };
}

type SummaryFrame = Pick<ReportContent, 'period' | 'timeZone'>;

const countText = (value: number, noun: string) => `${gridNumber(value)} ${plural(value, noun)}`;

/** Returns the headline as plain text. */
export function headlineText({ parts }: Headline): string {
  return parts.map(({ text }) => text).join('');
}

/** Describes a change whose direction is certain; nothing without one. */
function describeChange(metric: (typeof results)[number], card: Card, isUsual: boolean): MarkedText[] {
  const { change, percentChange, approx } = card;
  if (change === null || percentChange === null) return [];
  if (metric === 'followers') return change === 0 ? [] : [describeFollowers(change, card)];
  if (Math.abs(percentChange) < smallestPercent) return [];
  const { title, format } = metricLabels[metric];
  const verb = percentChange > 0 ? 'rose' : 'fell';
  const about = approx ? 'about ' : '';
  return [
    {
      text: `${title} ${verb} ${about}${changeSize(percentChange)}, to ${about}${format(card.current)}${isUsual ? ', no more than usual' : ''}.`,
      approx,
    },
  ];
}

function describeFollowers(change: number, { current, approx }: { current: number; approx: Approximation | null }) {
  const count = wholeNumber(Math.abs(change));
  const followers = `${change > 0 ? 'new' : 'fewer'} ${plural(Math.abs(change), 'follower')}`;
  return { text: `${approx ? 'About ' : ''}${count} ${followers} (${wholeNumber(current)} in total).`, approx };
}

function describeBest(best: NonNullable<Section['best']>, timeZone: string): MarkedText {
  const { views, interactions = null, timesUsual = null } = best;
  const [value, noun] = views === null ? ([interactions, 'interaction'] as const) : ([views, 'view'] as const);
  const count = value === null ? '' : ` — ${countText(value, noun)}`;
  const ratio =
    timesUsual === null || timesUsual < smallestRatio ? '' : `, ${timesInWords(timesUsual)} the account’s median`;
  const name = postName(best, timeZone);
  return { text: `Best post: ${best.caption.trim() === '' ? name : `“${name}”`}${count}${ratio}.` };
}

/** Formats '2.1 times'. */
export function timesInWords(ratio: number): string {
  return `${ratio >= 9.95 ? wholeNumber(ratio) : ratio.toFixed(1)} times`;
}
