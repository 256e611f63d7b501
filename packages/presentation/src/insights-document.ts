import type { EndpointResponse, getOpportunities, MediaAggregate } from '@tidemark/contract';
import { toAdvice } from './advice.ts';
import { mergeApproximations } from './approximation-labels.ts';
import { formatMeasures, toFormatBars } from './format-bars.ts';
import { compactNumber, dayLabel, dayLabelsIn, percent, plural, wholeNumber } from './format.ts';
import { toInsightTiles } from './insight-tiles.ts';
import { ringTotal, toInteractionRings } from './interaction-rings.ts';
import { actionLabels, formatLabel, formatText, moveLabels } from './media-labels.ts';
import type { DocumentCard, PageDocument } from './page-document.ts';
import { captionOrTime } from './post-name.ts';

interface InsightsFrame {
  period: { from: string; to: string };
  previous: { from: string; to: string } | null;
  /** True if the user selected posts. */
  isSelection: boolean;
  /** Today in Instagram's time zone, still running. */
  today: string;
  /** The viewer's last full day. */
  yesterday: string;
  /** Time zone for dates. */
  zone: string;
  /** Maximum rows in the posts table. */
  maxPosts: number;
  opportunities: EndpointResponse<typeof getOpportunities>;
}

export function insightsSentence({ mediaMetrics, totals }: MediaAggregate, isSelection: boolean): string {
  const posts = mediaMetrics.length;
  const interactions = Math.max(0, totals.total_interactions ?? 0);
  const about = totals.approx ? 'about ' : '';
  return `${wholeNumber(posts)} ${isSelection ? 'selected ' : ''}${plural(posts, 'post')} got ${about}${compactNumber(interactions)} ${plural(interactions, 'interaction')}.`;
}

const toSpan = ({ from, to }: { from: string; to: string }) =>
  from === to ? dayLabel(from) : `${dayLabel(from)} – ${dayLabel(to)}`;

/** Returns the post insights page as a document. */
export function toInsightsDocument(data: MediaAggregate, frame: InsightsFrame): PageDocument {
  const { period, previous, isSelection, today } = frame;
  const tiles: DocumentCard = {
    kind: 'tiles',
    title: 'Key metrics',
    tiles: toInsightTiles(data, today).map(({ label, text, range, approx, delta }) => ({
      label,
      text,
      range,
      approx,
      delta: previous && delta,
    })),
  };
  return {
    title: 'Post Insights',
    eyebrow: `${toSpan(period)}${previous ? ` · compared with ${toSpan(previous)}` : ''}`,
    sentences: [{ text: insightsSentence(data, isSelection), approx: mergeApproximations([data.totals.approx]) }],
    cards: [
      tiles,
      toInteractionsCard(data, frame.zone),
      toFormatsCard(data),
      ...toProfileCards(data, isSelection),
      toPostsCard(data, frame),
      ...toAdviceCards(frame),
    ],
  };
}

function toInteractionsCard({ mediaMetrics }: MediaAggregate, zone: string): DocumentCard {
  const approx = mergeApproximations(mediaMetrics.map((one) => one.approx));
  const rings = toInteractionRings(mediaMetrics, zone);
  const total = rings.reduce((sum, ring) => sum + ringTotal(ring), 0);
  return {
    kind: 'table',
    title: 'Post Interaction Breakdown',
    sub: { text: `In this range: ${compactNumber(total)} in total`, approx },
    empty: total > 0 ? null : 'No interaction data for the selected media.',
    columns: [
      { label: 'Interaction', share: 0.5 },
      { label: 'Count', share: 0.3, align: 'end' },
      { label: 'Share', share: 0.2, align: 'end' },
    ],
    rows: rings.map((ring) => [
      { text: ring.label },
      { text: compactNumber(ringTotal(ring)), approx },
      { text: `${Math.round((ringTotal(ring) / total) * 100)}%` },
    ]),
  };
}

function toFormatsCard({ formats }: MediaAggregate): DocumentCard {
  const columns = formatMeasures.map((measure) => toFormatBars(formats, measure));
  return {
    kind: 'table',
    title: 'Format Performance',
    sub: { text: 'Average per post in this range; the rate is interactions per hundred accounts reached' },
    empty: formats.length > 0 ? null : 'No format performance data available',
    columns: [
      { label: 'Format', share: 0.2 },
      ...['Posts', 'Reach', 'Views', 'Interactions', 'Rate'].map((label) => ({
        label,
        share: 0.16,
        align: 'end' as const,
      })),
    ],
    rows: formats.map((format, index) => [
      { text: formatLabel(format) },
      { text: wholeNumber(format.posts) },
      ...columns.map((bars) => ({ text: bars[index]?.text ?? '', approx: bars[index]?.approx ?? null })),
    ]),
  };
}

function toProfileCards({ profileActivity, storyNavigation }: MediaAggregate, isSelection: boolean): DocumentCard[] {
  const { actions } = profileActivity;
  const { stories, moves } = storyNavigation;
  const all = moves.reduce((sum, { value }) => sum + value, 0);
  const profile: DocumentCard = {
    kind: 'table',
    title: 'Profile Activity',
    sub: {
      text: isSelection ? 'Lifetime totals of the selected posts' : 'Lifetime totals of posts published in this range',
    },
    empty: actions.length > 0 ? null : 'No profile activity data available',
    columns: [
      { label: 'Action', share: 0.6 },
      { label: 'Count', share: 0.4, align: 'end' },
    ],
    rows: actions.map(({ action, value }) => [{ text: actionLabels[action] }, { text: wholeNumber(value) }]),
  };
  const navigation: DocumentCard = {
    kind: 'table',
    title: 'Story Navigation',
    sub: { text: `${wholeNumber(stories)} ${plural(stories, 'story', 'stories')}` },
    columns: [
      { label: 'Move', share: 0.5 },
      { label: 'Share', share: 0.2, align: 'end' },
      { label: 'Count', share: 0.3, align: 'end' },
    ],
    rows: moves.map(({ move, value }) => [
      { text: moveLabels[move] },
      { text: `${Math.round(all > 0 ? (value / all) * 100 : 0)}%` },
      { text: compactNumber(value) },
    ]),
  };
  return moves.length > 0 ? [profile, navigation] : [profile];
}

function toPostsCard({ mediaMetrics }: MediaAggregate, { zone, maxPosts }: InsightsFrame): DocumentCard {
  const toDay = dayLabelsIn(zone);
  const count = (value: number | null) => (value === null ? '—' : wholeNumber(value));
  const left = mediaMetrics.length - maxPosts;
  return {
    kind: 'table',
    title: 'Top Performing Posts',
    sub: {
      text:
        left > 0
          ? `Results in this range; the first ${wholeNumber(maxPosts)} of ${wholeNumber(mediaMetrics.length)} posts by interactions`
          : 'Results in this range',
    },
    empty: mediaMetrics.length > 0 ? null : 'No posts to display',
    columns: [
      { label: 'Post', share: 0.38 },
      { label: 'Format', share: 0.14 },
      { label: 'Reach', share: 0.12, align: 'end' },
      { label: 'Views', share: 0.12, align: 'end' },
      { label: 'Interactions', share: 0.12, align: 'end' },
      { label: 'Engagement', share: 0.12, align: 'end' },
    ],
    rows: mediaMetrics
      .slice(0, maxPosts)
      .map((row) => [
        { text: captionOrTime(row, zone), note: toDay(row.timestamp) },
        { text: formatText(row) },
        ...[
          count(row.reach),
          count(row.views),
          count(row.total_interactions),
          row.reach ? percent(row.engagement_rate) : '—',
        ].map((text) => ({ text, approx: row.approx })),
      ]),
  };
}

/** Returns no cards without a recommendation. */
function toAdviceCards({ opportunities: { from, to, opportunities }, yesterday }: InsightsFrame): DocumentCard[] {
  if (opportunities.length === 0) return [];
  return [
    {
      kind: 'table',
      title: 'Opportunities to Test',
      sub: { text: 'From your own posts, with the evidence' },
      columns: [
        { label: 'Opportunity', share: 0.2 },
        { label: 'What the posts show', share: 0.4 },
        { label: 'Evidence', share: 0.4 },
      ],
      rows: opportunities.map((opportunity) => {
        const { title, text, evidence, disproof } = toAdvice(opportunity, { from, to, yesterday });
        return [{ text: title }, { text }, { text: `${evidence}. ${disproof}` }];
      }),
    },
  ];
}
