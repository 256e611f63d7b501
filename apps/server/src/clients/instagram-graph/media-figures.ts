import { z } from 'zod';
import { InsightReply, cellsOf, metricNamed, totalOf } from './insight-reply.ts';

/** Every lifetime total of a media; null is "Instagram does not say". */
export type MediaFigures = Record<keyof typeof untold, number | null>;

const untold = {
  reach: null,
  views: null,
  likes: null,
  comments: null,
  saved: null,
  shares: null,
  interactions: null,
  follows: null,
  profile_visits: null,
  replies: null,
  reposts: null,
  average_watch_ms: null,
  total_watch_ms: null,
  taps_forward: null,
  taps_back: null,
  exits: null,
  swipes_forward: null,
  skip_rate: null,
  link_clicks: null,
  activity_bio_link: null,
  activity_call: null,
  activity_direction: null,
  activity_email: null,
  activity_text: null,
  activity_other: null,
};
export const noFigures: Readonly<MediaFigures> = untold;

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
} as const satisfies Record<string, keyof MediaFigures>;

const cells = {
  navigation: {
    dimension: 'story_navigation_action_type',
    columns: { tap_forward: 'taps_forward', tap_back: 'taps_back', tap_exit: 'exits', swipe_forward: 'swipes_forward' },
  },
  profile_activity: {
    dimension: 'action_type',
    columns: {
      BIO_LINK_CLICKED: 'activity_bio_link',
      CALL: 'activity_call',
      DIRECTION: 'activity_direction',
      EMAIL: 'activity_email',
      TEXT: 'activity_text',
      OTHER: 'activity_other',
    },
  },
} as const satisfies Record<string, { dimension: string; columns: Record<string, keyof MediaFigures> }>;

/** The figures in an insights answer; those it does not hold are absent. */
export function figuresIn(reply: z.infer<typeof InsightReply>): Partial<MediaFigures> {
  const figures: Partial<MediaFigures> = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = totalOf(metricNamed(reply, name));
    if (value !== null) figures[column] = value;
  }
  for (const [name, { dimension, columns: byValue }] of Object.entries(cells)) {
    const found = cellsOf(metricNamed(reply, name), dimension);
    if (!found) continue;
    for (const [value, column] of Object.entries(byValue)) figures[column] = found.get(value) ?? 0;
  }
  return figures;
}
