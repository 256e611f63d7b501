import {
  type FormatPerformance,
  type MeasuredMedia,
  type MediaAggregate,
  type MediaCounts,
  type MediaMetricName,
  type MediaTotals,
  mediaTypes,
  type PostRow,
  type ProfileAction,
  type StoryMove,
} from '@tidemark/contract';
import { mediaTypeOf } from './media-item.ts';
import { ownCopy, safeLink } from './post-row.ts';
import { engagementRate } from './rates.ts';

/** Null is "Instagram does not say". */
export interface KnownCounts {
  reach: number | null;
  views: number | null;
  likes: number | null;
  comments: number | null;
  saved: number | null;
  shares: number | null;
  interactions: number | null;
  follows: number | null;
}

/** A media with what it gained in a period, and its lifetime totals where only those are told. */
export interface MeasuredRow extends KnownCounts {
  account_id: string;
  media_id: string;
  product_type: PostRow['productType'];
  media_type: PostRow['type'];
  caption: string;
  permalink: string | null;
  media_url: string | null;
  thumbnail_url: string | null;
  thumbnail_key: string | null;
  published_at: Date;
  published_day: string;
  /** Of the first reading and of the last, in UTC. */
  first_observed_day: string;
  observed_day: string;
  profile_visits: number | null;
  link_clicks: number | null;
  activity_bio_link: number | null;
  activity_call: number | null;
  activity_direction: number | null;
  activity_email: number | null;
  activity_text: number | null;
  activity_other: number | null;
  taps_forward: number | null;
  taps_back: number | null;
  exits: number | null;
  swipes_forward: number | null;
}

interface Range {
  from: string;
  to: string;
}

const countNames = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows'] as const;

/** What was asked for, by the names of the contract. */
export function toCounts(known: KnownCounts, names: readonly MediaMetricName[]): MediaCounts {
  const told = (name: MediaMetricName, value: number | null) => (names.includes(name) ? value : null);
  return {
    reach: told('reach', known.reach),
    impressions: null,
    views: told('views', known.views),
    likes: told('likes', known.likes),
    comments: told('comments', known.comments),
    saved: told('saved', known.saved),
    shares: told('shares', known.shares),
    total_interactions: told('total_interactions', known.interactions),
    follows: told('follows', known.follows),
  };
}

export function sumCounts(rows: readonly KnownCounts[]): KnownCounts {
  const sum = (name: (typeof countNames)[number]) => {
    // Of nothing the sum is nothing; of media that tell nothing it is unknown.
    let total: number | null = rows.length > 0 ? null : 0;
    for (const { [name]: value } of rows) if (value !== null) total = (total ?? 0) + value;
    return total;
  };
  return {
    reach: sum('reach'),
    views: sum('views'),
    likes: sum('likes'),
    comments: sum('comments'),
    saved: sum('saved'),
    shares: sum('shares'),
    interactions: sum('interactions'),
    follows: sum('follows'),
  };
}

/** Instagram revises its totals: a gain may be negative, a rate of it means nothing. */
export function rateOf({ reach, interactions }: Pick<KnownCounts, 'reach' | 'interactions'>): number {
  return engagementRate({ interactions: Math.max(0, interactions ?? 0), reach: Math.max(0, reach ?? 0) });
}

export function toTotals(
  counts: KnownCounts,
  { names, media, isComplete }: { names: readonly MediaMetricName[]; media: number; isComplete: boolean },
): MediaTotals {
  return {
    ...toCounts(counts, names),
    avgEngagementRate: rateOf(counts),
    isApprox: !isComplete,
    reachIsApprox: !isComplete || media > 1,
  };
}

/** Readings stand at both ends of the range, or at its end for what was published in it. */
export function isComplete(
  { first_observed_day: first, published_day }: Pick<MeasuredRow, 'first_observed_day' | 'published_day'>,
  { from, to }: Range,
): boolean {
  if (published_day > to) return true;
  return published_day >= from ? first <= to : first < from;
}

/** Most interactions; of equals the later, then the one with the smaller id. */
export function byInteractions(one: MeasuredRow, other: MeasuredRow): number {
  return (
    (other.interactions ?? 0) - (one.interactions ?? 0) ||
    other.published_at.getTime() - one.published_at.getTime() ||
    (one.media_id < other.media_id ? -1 : Number(one.media_id > other.media_id))
  );
}

/** With the figures that were asked for, and its rate whatever was. */
export function toMeasured(row: MeasuredRow, names: readonly MediaMetricName[]): MeasuredMedia {
  return {
    ...toCounts(row, names),
    mediaId: row.media_id,
    accountId: row.account_id,
    mediaType: mediaTypeOf(row),
    timestamp: row.published_at.toISOString(),
    caption: shortened(row.caption),
    permalink: safeLink(row.permalink),
    thumbnailUrl: pictureOf(row),
    engagement_rate: rateOf(row),
  };
}

function pictureOf(row: MeasuredRow): string | null {
  if (row.thumbnail_key !== null) return ownCopy(row, row.thumbnail_key);
  return safeLink(row.thumbnail_url ?? (row.media_type === 'VIDEO' ? null : row.media_url));
}

const pairs = /[\uD800-\uDFFF]/;

function shortened(caption: string): string {
  // As many units as 101 characters can have.
  const start = caption.trim().slice(0, 202);
  if (!pairs.test(start)) return start.length > 100 ? `${start.slice(0, 97)}...` : start;
  const characters = Array.from(start);
  return characters.length > 100 ? `${characters.slice(0, 97).join('')}...` : characters.join('');
}

/** What each format brought, in the order in which formats are named; those without media are left out. */
export function toFormats(rows: readonly MeasuredRow[]): FormatPerformance[] {
  const byType = Map.groupBy(rows, mediaTypeOf);
  return mediaTypes.flatMap((mediaType) => {
    const of = byType.get(mediaType);
    if (!of) return [];
    const { reach, views, interactions } = sumCounts(of);
    return [
      {
        mediaType,
        posts: of.length,
        reach: reach ?? 0,
        views: views ?? 0,
        total_interactions: interactions ?? 0,
        engagement_rate: rateOf({ reach, interactions }),
      },
    ];
  });
}

const actionColumns = {
  profile_visits: 'profile_visits',
  bio_link: 'activity_bio_link',
  link_clicks: 'link_clicks',
  direction: 'activity_direction',
  call: 'activity_call',
  email: 'activity_email',
  text: 'activity_text',
  other: 'activity_other',
} as const satisfies Record<ProfileAction, keyof MeasuredRow>;

const moveColumns = {
  tap_forward: 'taps_forward',
  tap_back: 'taps_back',
  swipe_forward: 'swipes_forward',
  tap_exit: 'exits',
} as const satisfies Record<StoryMove, keyof MeasuredRow>;

type ToldColumn = (typeof actionColumns)[ProfileAction] | (typeof moveColumns)[StoryMove];

/** How many media tell any of some figures, and the sums of those that are told. */
function sumTold<Name extends string>(rows: readonly MeasuredRow[], columns: Record<Name, ToldColumn>) {
  const entries = Object.entries(columns) as [Name, ToldColumn][]; // the keys of a Record
  const telling = rows.filter((row) => entries.some(([, column]) => row[column] !== null));
  const sums = entries.flatMap(([name, column]) => {
    const told = telling.flatMap((row) => row[column] ?? []);
    return told.length === 0 ? [] : [{ name, value: told.reduce((sum, value) => sum + value, 0) }];
  });
  return { media: telling.length, sums };
}

export function toProfileActivity(rows: readonly MeasuredRow[]): MediaAggregate['profileActivity'] {
  const { media, sums } = sumTold(rows, actionColumns);
  return { posts: media, actions: sums.map(({ name: action, value }) => ({ action, value })) };
}

export function toStoryNavigation(rows: readonly MeasuredRow[]): MediaAggregate['storyNavigation'] {
  const { media, sums } = sumTold(
    rows.filter(({ product_type }) => product_type === 'STORY'),
    moveColumns,
  );
  return { stories: media, moves: sums.map(({ name: move, value }) => ({ move, value })) };
}

/** What media gained on a day that has a gain. */
export interface GainDay extends KnownCounts {
  day: string;
  /** How many gained something, and the first of them. */
  gaining: number;
  first_media: string;
}

/** The gains of some days together, and of how many media they are, as far as it is told whether there is more than one. */
export function sumGainDays(days: readonly GainDay[]): KnownCounts & { gaining: number } {
  const [first] = days;
  const isOne = days.every(({ gaining, first_media }) => gaining === 1 && first_media === first?.first_media);
  return { ...(first ? sumCounts(days) : unknown), gaining: first ? (isOne ? 1 : 2) : 0 };
}

/** A day without a gain is zero between two readings, and unknown before the first and after the last. */
export function toDailyMetrics(
  gains: readonly GainDay[],
  rows: readonly MeasuredRow[],
  { days, names }: { days: readonly string[]; names: readonly MediaMetricName[] },
): MediaAggregate['dailyMetrics'] {
  const byDay = new Map(gains.map((gain) => [gain.day, gain]));
  let [first, last] = [rows[0]?.first_observed_day ?? '', rows[0]?.observed_day ?? ''];
  for (const { first_observed_day, observed_day } of rows) {
    if (first_observed_day < first) first = first_observed_day;
    if (observed_day > last) last = observed_day;
  }
  const isBetween = (date: string) => rows.length > 0 && date > first && date <= last;
  const nothing = sumCounts([]);
  return days.map((date) => {
    const counts = byDay.get(date) ?? (isBetween(date) ? nothing : unknown);
    return { date, ...toCounts(counts, names) };
  });
}

const unknown: KnownCounts = {
  reach: null,
  views: null,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  interactions: null,
  follows: null,
};
