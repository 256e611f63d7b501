import {
  averageWatchMillis,
  interactionsOf,
  navigationOf,
  profileActivityOf,
  skipRate,
  totalsAt,
} from '../../world/media-ageing.ts';
import type { MediaItem, MediaKind, MediaTotals } from '../../world/media-item.ts';
import { badParameter, fewViewers, GraphFailure } from '../graph-failure.ts';
import type { JsonObject } from '../json.ts';

interface MediaMetric {
  title: string;
  description: string;
  kinds: readonly MediaKind[];
  valueOf: (media: MediaItem, totals: MediaTotals) => number;
  breakdown?: { name: string; cellsOf: (media: MediaItem, totals: MediaTotals) => Record<string, number> };
}

const feed = ['image', 'carousel'] as const;
const posts = ['image', 'carousel', 'reel'] as const;
const all = ['image', 'carousel', 'reel', 'story'] as const;
const fewestViewers = 5;

function metric(
  title: string,
  kinds: readonly MediaKind[],
  valueOf: MediaMetric['valueOf'],
  breakdown?: MediaMetric['breakdown'],
): MediaMetric {
  return { title, description: `${title} of this media, lifetime.`, kinds, valueOf, ...(breakdown && { breakdown }) };
}

const metrics: Record<string, MediaMetric> = {
  reach: metric('Accounts reached', all, (_, totals) => totals.reach),
  views: metric('Views', all, (_, totals) => totals.views),
  shares: metric('Shares', all, (_, totals) => totals.shares),
  total_interactions: metric('Post interactions', all, (_, totals) => interactionsOf(totals)),
  likes: metric('Likes', posts, (_, totals) => totals.likes),
  comments: metric('Comments', posts, (_, totals) => totals.comments),
  saved: metric('Saved', posts, (_, totals) => totals.saved),
  reposts: metric('Reposts', all, (_, totals) => totals.reposts),
  follows: metric('Follows', [...feed, 'story'], (_, totals) => totals.follows),
  profile_visits: metric('Profile visits', [...feed, 'story'], (_, totals) => totals.profileVisits),
  profile_activity: metric(
    'Profile activity',
    [...feed, 'story'],
    (media, totals) => sum(profileActivityOf(media, totals)),
    {
      name: 'action_type',
      cellsOf: profileActivityOf,
    },
  ),
  replies: metric('Replies', ['story'], (_, totals) => totals.replies),
  navigation: metric('Navigation', ['story'], (media, totals) => sum(navigationOf(media, totals)), {
    name: 'story_navigation_action_type',
    cellsOf: navigationOf,
  }),
  link_clicks: metric('Link clicks', ['story'], (_, totals) => totals.linkClicks),
  ig_reels_avg_watch_time: metric('Average watch time', ['reel'], (media) => averageWatchMillis(media)),
  ig_reels_video_view_total_time: metric(
    'Watch time',
    ['reel'],
    (media, totals) => totals.views * averageWatchMillis(media),
  ),
  reels_skip_rate: metric('Skip rate', ['reel'], (media) => skipRate(media)),
  total_likes: metric('Likes on Instagram and Facebook', posts, (_, totals) => totals.likes),
  total_comments: metric('Comments on Instagram and Facebook', posts, (_, totals) => totals.comments),
  total_views: metric('Views on Instagram and Facebook', all, (_, totals) => totals.views),
};

/** Refused when the media is not cross-posted, and nothing here is. */
const crossposted = ['crossposted_views', 'facebook_views'];

export function mediaInsights(
  media: MediaItem,
  args: Record<string, string | undefined>,
  { now, withdrawn }: { now: number; withdrawn: number },
): JsonObject[] {
  const names = (args['metric'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw badParameter('The parameter metric is required');
  const asked = names.map((name, index) => [name, readMetric(name, index, media)] as const);
  if (args['period'] !== undefined && args['period'] !== 'lifetime') {
    throw badParameter(
      `The following periods (${args['period']}) are incompatible with the metric (${names.join(', ')})`,
    );
  }
  const breakdown = args['breakdown'];
  const refused =
    breakdown === undefined
      ? []
      : asked.filter(([, { breakdown: own }]) => own?.name !== breakdown).map(([name]) => name);
  if (refused.length > 0)
    throw badParameter(`Incompatible breakdowns (${breakdown}) for metric (${refused.join(', ')})`);

  const counted = totalsAt(media, now);
  const totals = { ...counted, likes: Math.max(0, counted.likes - withdrawn) };
  if (media.kind === 'story' && totals.reach < fewestViewers) throw fewViewers();
  return asked.map(([name, { title, description, valueOf, breakdown: own }]) => {
    const value = valueOf(media, totals);
    const cells =
      breakdown !== undefined && own ? Object.entries(own.cellsOf(media, totals)).filter(([, count]) => count > 0) : [];
    return {
      name,
      period: 'lifetime',
      values: [{ value }],
      title,
      description,
      ...(breakdown !== undefined && {
        total_value: {
          value,
          breakdowns: [
            {
              dimension_keys: [breakdown],
              ...(cells.length > 0 && {
                results: cells.map(([cell, count]) => ({ dimension_values: [cell], value: count })),
              }),
            },
          ],
        },
      }),
      id: `${media.id}/insights/${name}/lifetime`,
    };
  });
}

function readMetric(name: string, index: number, media: MediaItem): MediaMetric {
  if (crossposted.includes(name))
    throw new GraphFailure('Fatal', { code: -1, subcode: 2207086, status: 500, transient: false });
  const found = metrics[name];
  if (!found) {
    throw badParameter(
      `metric[${index}] must be one of the following values: ${[...Object.keys(metrics), ...crossposted].join(', ')}`,
    );
  }
  if (!found.kinds.includes(media.kind)) {
    throw badParameter(`The Media Insights API does not support the ${name} metric for this media product type.`);
  }
  return found;
}

function sum(cells: Record<string, number>): number {
  return Object.values(cells).reduce((total, count) => total + count, 0);
}
