import {
  type AccountType,
  type CurveMetric,
  curveMetrics,
  type EndpointResponse,
  type getPost,
  minComparedPosts,
  type NetworkMetrics,
  type PostMetricName,
  type PostScore,
} from '@tidemark/contract';
import { ageLabel } from './age-label.ts';
import type { AgeBand, AgePoint } from './band-geometry.ts';
import { dayLabelsIn, wholeNumber } from './format.ts';
import { formatText } from './media-labels.ts';
import type { DocumentCard, PageDocument } from './page-document.ts';
import { curveLabels, formatName, listFigures, scoreSentence } from './post-copy.ts';
import { captionOrTime } from './post-name.ts';

export type PostData = EndpointResponse<typeof getPost>;

/** Between the ages at which posts are measured, the bands are estimated. */
export const bandApproximation = { reasons: ['between_measurements' as const], lower: null, upper: null };

/** Returns a metric's totals by age, and the usual range at each. */
export function toCurve({ measurements, bands }: Pick<PostData, 'measurements' | 'bands'>, metric: CurveMetric) {
  const points: AgePoint[] = measurements.flatMap((one) => {
    const value = one[metric];
    return value === null ? [] : [{ age: one.ageMinutes, value }];
  });
  const last = points.at(-1)?.age ?? 0;
  // The band beyond the post's age shows how posts usually continue, but must not squeeze its first hours.
  const band: AgeBand[] = bands[metric]
    .filter(({ ageMinutes }) => ageMinutes <= Math.max(last * 1.6, 48 * 60))
    .map(({ ageMinutes, posts, ...point }) => ({ age: ageMinutes, count: posts, ...point }));
  return { points, band };
}

export function curveSub(band: readonly AgeBand[], { metric, name }: { metric: CurveMetric; name: string }): string {
  const most = Math.max(0, ...band.map(({ count }) => count));
  return band.length > 0
    ? `8 in 10 of up to ${most} earlier ${name}s were inside the band; the dotted line is their median`
    : `Total ${curveLabels[metric].word} at each age`;
}

export const curveTitle = (metric: CurveMetric) => `${curveLabels[metric].title} over time`;

/** Explains why a metric has no curve. */
export function whyNoCurve(mediaType: PostData['post']['mediaType'], missing: PostScore['missing']): string {
  if (mediaType === 'story') return 'Stories are not measured by age.';
  if (missing === 'collaboration' || missing === 'not_reported') return 'Instagram does not report it.';
  return 'It was over 30 days old at the account’s first sync; newer posts are measured by age.';
}

export const scoresSub = (mediaType: PostData['post']['mediaType']) =>
  `How it ranks among earlier ${formatName(mediaType)}s, from 0 to 100`;

/** Returns the age at which a post was compared. */
export function comparedAt({ percentile, ageMinutes }: PostScore): string {
  if (percentile === null) return '—';
  return ageMinutes === null ? 'lifetime' : ageLabel(ageMinutes);
}

interface PostFrame {
  account: string;
  /** Time zone for dates. */
  zone: string;
  network: AccountType;
  networkName: string;
  /** What the network has of the metrics; null for all. */
  metrics: NetworkMetrics | null;
}

/** Returns a post's page as a document. */
export function toPostDocument(data: PostData, frame: PostFrame): PageDocument {
  const { account, zone, network, networkName } = frame;
  const { post, scores, figures, ranking } = data;
  const has = (metric: PostMetricName) => !frame.metrics || frame.metrics.posts.includes(metric);
  const curves = curveMetrics.filter(has);
  const [scored = 'views'] = curves;
  const toDay = dayLabelsIn(zone);
  const name = formatName(post.mediaType);
  const figureCard: DocumentCard = {
    kind: 'table',
    title: 'Metrics',
    sub: { text: `Lifetime totals, synced on ${toDay(post.syncedAt)}` },
    columns: [
      { label: 'Metric', share: 0.28 },
      { label: 'Meaning', share: 0.5 },
      { label: 'Value', share: 0.22, align: 'end' },
    ],
    rows: listFigures(figures, post.mediaType, network)
      .filter(({ key }) => has(key))
      .map((one) => [{ text: one.name }, { text: one.meaning }, { text: one.text }]),
  };
  const rankingCard: DocumentCard = {
    kind: 'table',
    title: `Latest ${name}s by score`,
    sub: { text: `How each ranks for its age among earlier ${name}s` },
    columns: [
      { label: 'Post', share: 0.44 },
      { label: 'Published', share: 0.17 },
      { label: 'Views', share: 0.12, align: 'end' },
      { label: 'Compared at', share: 0.14, align: 'end' },
      { label: 'Score', share: 0.13, align: 'end' },
    ],
    rows: ranking.map((row) => [
      { text: captionOrTime({ ...post, ...row }, zone) },
      { text: toDay(row.timestamp) },
      { text: row.views === null ? '—' : wholeNumber(row.views) },
      { text: comparedAt(row.score) },
      { text: rankedScore(row.score), approx: row.score.approx },
    ]),
  };
  return {
    title: captionOrTime(post, zone),
    eyebrow: `${formatText(post)} · ${account} · ${toDay(post.timestamp)}${post.isGone ? ` · No longer on ${networkName}` : ''}`,
    sentences: [{ text: scoreSentence(scores[scored], scored, post.mediaType), approx: scores[scored].approx }],
    cards: [
      ...curves.map((metric) => toCurveCard(data, metric)),
      toScoreCard(data, curves),
      figureCard,
      ...(ranking.length > 0 && has('views') ? [rankingCard] : []),
    ],
  };
}

function rankedScore({ percentile, posts }: PostScore): string {
  return percentile === null ? `${posts} of ${minComparedPosts} posts` : String(Math.round(percentile));
}

function toCurveCard(data: PostData, metric: CurveMetric): DocumentCard {
  const { post, scores } = data;
  const { points, band } = toCurve(data, metric);
  const { title } = curveLabels[metric];
  const name = formatName(post.mediaType);
  return {
    kind: 'curve',
    title: curveTitle(metric),
    sub: { text: curveSub(band, { metric, name }), approx: band.length > 0 ? bandApproximation : null },
    empty: points.length > 0 ? null : whyNoCurve(post.mediaType, scores[metric].missing),
    points,
    band,
    name: title,
    bandName: `Usual for a ${name}`,
  };
}

function toScoreCard({ post, scores }: PostData, curves: readonly CurveMetric[]): DocumentCard {
  return {
    kind: 'table',
    title: 'Scores',
    sub: { text: scoresSub(post.mediaType) },
    columns: [
      { label: 'Metric', share: 0.16 },
      { label: 'Value', share: 0.14, align: 'end' },
      { label: 'Score', share: 0.12, align: 'end' },
      { label: 'Meaning', share: 0.58 },
    ],
    rows: curves.map((metric) => {
      const { percentile, value, approx } = scores[metric];
      return [
        { text: curveLabels[metric].title },
        { text: value === null ? '—' : wholeNumber(value) },
        { text: percentile === null ? '—' : String(Math.round(percentile)), approx },
        { text: scoreSentence(scores[metric], metric, post.mediaType) },
      ];
    }),
  };
}
