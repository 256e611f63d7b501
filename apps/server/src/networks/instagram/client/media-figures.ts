import type { MediaTotals } from '../../../database/tables/sync.ts';
import { toCells, metricNamed, toTotal, type InsightReply } from './insight-reply.ts';

const columns = {
  reach: 'reach',
  views: 'views',
  likes: 'likes',
  comments: 'comments',
  saved: 'saved',
  shares: 'shares',
  total_interactions: 'interactions',
  follows: 'follows',
  profile_visits: 'profile_visits',
  replies: 'replies',
  reposts: 'reposts',
  ig_reels_avg_watch_time: 'average_watch_ms',
  ig_reels_video_view_total_time: 'total_watch_ms',
  reels_skip_rate: 'skip_rate',
  link_clicks: 'link_clicks',
  total_views: 'total_views',
  total_likes: 'total_likes',
  total_comments: 'total_comments',
  facebook_views: 'facebook_views',
  crossposted_views: 'crossposted_views',
} as const satisfies Record<string, keyof MediaTotals>;

interface CellColumns {
  dimension: string;
  /** Keyed by upper-case value, as `toCells` returns them. */
  columns: Record<string, keyof MediaTotals>;
  /** The column for values that are not listed. */
  rest: keyof MediaTotals | null;
}
const cells: Record<string, CellColumns> = {
  navigation: {
    dimension: 'story_navigation_action_type',
    columns: { TAP_FORWARD: 'taps_forward', TAP_BACK: 'taps_back', TAP_EXIT: 'exits', SWIPE_FORWARD: 'swipes_forward' },
    rest: null,
  },
  profile_activity: {
    dimension: 'action_type',
    rest: 'activity_other',
    columns: {
      BIO_LINK_CLICKED: 'activity_bio_link',
      CALL: 'activity_call',
      DIRECTION: 'activity_direction',
      EMAIL: 'activity_email',
      TEXT: 'activity_text',
    },
  },
};

/** Returns the metrics in an insights reply; missing ones are absent. */
export function figuresIn(reply: InsightReply): Partial<MediaTotals> {
  const figures: Partial<MediaTotals> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = toTotal(metricNamed(reply, name));
    if (value !== null) figures[column] = value;
  }
  for (const [name, { dimension, columns: byValue, rest }] of Object.entries(cells)) {
    const found = toCells(metricNamed(reply, name), dimension);
    if (!found) continue;
    const unknown = [...found].filter(([value]) => !(value in byValue));
    // An unknown value must not turn the known ones into zeros.
    const absent = unknown.length > 0 && rest === null ? null : 0;
    for (const [value, column] of Object.entries(byValue)) figures[column] = found.get(value) ?? absent;
    if (rest) figures[rest] = unknown.reduce((sum, [, count]) => sum + count, 0);
  }
  return figures;
}
