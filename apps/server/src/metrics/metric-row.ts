/** Counts add up; people do not; a level has a value at an instant; a rate is computed from others. */
type MetricKind = 'count' | 'people' | 'level' | 'rate';

/** A day on which a network changed what a metric counts. */
export interface Redefinition {
  day: string;
  /** A short sentence for readers of charts. */
  text: string;
  source: string;
}

export type BlueskyField = 'followersCount' | `${'like' | 'reply' | 'repost' | 'quote'}Count`;

/** A metric's meaning, with its dates. Nothing is written here without a source. */
export interface MetricRow {
  kind: MetricKind;
  /** The network's meaning, in our words. */
  definition: string;
  /** Fields of Bluesky's AppView that have it, or that add up to it. */
  bluesky?: readonly BlueskyField[];
  /** Its introduction by the network. */
  validFrom?: { day: string; source: string };
  /** Its retirement by the network, and the metric that replaces it. */
  validUntil?: { day: string; source: string; successor: string | null };
  redefined?: readonly Redefinition[];
}

export const metaPages = {
  account: 'https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights',
  accountFields: 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user',
  media: 'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights',
  mediaList: 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media',
  version22: 'https://developers.facebook.com/docs/graph-api/changelog/version22.0',
  december2025: 'https://developers.facebook.com/blog/post/2025/12/03/instragram-api-updates/',
} as const;

export const sinceVersion22 = { day: '2025-01-21', source: metaPages.version22 };
export const sinceDecember2025 = { day: '2025-12-03', source: metaPages.december2025 };
