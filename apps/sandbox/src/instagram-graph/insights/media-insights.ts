import {
  averageWatchMillis,
  facebookViews,
  getInteractions,
  getNavigation,
  getProfileActivity,
  skipRate,
  totalsAt,
  totalsWithAdvertising,
} from '../../world/media-ageing.ts';
import type { MediaItem, MediaKind, MediaTotals } from '../../world/media-item.ts';
import { badParameter, fewViewers, GraphError } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';

interface MediaMetric {
  title: string;
  description: string;
  kinds: readonly MediaKind[];
  valueOf: (media: MediaItem, totals: MediaTotals) => number;
  breakdown?: { name: string; toCells: (media: MediaItem, totals: MediaTotals) => Record<string, number> };
}

const feed = ['image', 'carousel'] as const;
const posts = ['image', 'carousel', 'reel'] as const;
const all = ['image', 'carousel', 'reel', 'story'] as const;
const minViewers = 5;

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
  total_interactions: metric('Post interactions', all, (_, totals) => getInteractions(totals)),
  likes: metric('Likes', posts, (_, totals) => totals.likes),
  comments: metric('Comments', posts, (_, totals) => totals.comments),
  saved: metric('Saved', posts, (_, totals) => totals.saved),
  reposts: metric('Reposts', all, (_, totals) => totals.reposts),
  follows: metric('Follows', [...feed, 'story'], (_, totals) => totals.follows),
  profile_visits: metric('Profile visits', [...feed, 'story'], (_, totals) => totals.profileVisits),
  profile_activity: metric(
    'Profile activity',
    [...feed, 'story'],
    (media, totals) => sum(getProfileActivity(media, totals)),
    {
      name: 'action_type',
      toCells: getProfileActivity,
    },
  ),
  replies: metric('Replies', ['story'], (_, totals) => totals.replies),
  navigation: metric('Navigation', ['story'], (media, totals) => sum(getNavigation(media, totals)), {
    name: 'story_navigation_action_type',
    toCells: getNavigation,
  }),
  link_clicks: metric('Link clicks', ['story'], (_, totals) => totals.linkClicks),
  ig_reels_avg_watch_time: metric('Average watch time', ['reel'], (media) => averageWatchMillis(media)),
  ig_reels_video_view_total_time: metric(
    'Watch time',
    ['reel'],
    (media, totals) => totals.views * averageWatchMillis(media),
  ),
  reels_skip_rate: metric('Skip rate', ['reel'], (media) => skipRate(media)),
  total_likes: metric(
    'Likes on Instagram and Facebook',
    posts,
    (media, totals) => totalsWithAdvertising(media, totals).likes,
  ),
  total_comments: metric(
    'Comments on Instagram and Facebook',
    posts,
    (media, totals) => totalsWithAdvertising(media, totals).comments,
  ),
  total_views: metric(
    'Views on Instagram and Facebook',
    all,
    (media, totals) => totalsWithAdvertising(media, totals).views,
  ),
  // Measured: answered on reels, refused on images.
  facebook_views: metric('Views on Facebook', ['reel'], facebookViews),
  crossposted_views: metric('Views on Instagram and Facebook', ['reel'], (media, totals) => {
    const onFacebook = facebookViews(media, totals);
    return onFacebook > 0 ? totals.views + onFacebook : 0;
  }),
};

const crossposted = ['crossposted_views', 'facebook_views'];

export function mediaInsights(
  media: MediaItem,
  args: Record<string, string | undefined>,
  {
    now,
    withdrawn,
    unsupported,
    retired,
    hasReplies,
    failsCrossposted,
  }: {
    now: number;
    withdrawn: number;
    unsupported: string[];
    retired: string[];
    hasReplies: boolean;
    failsCrossposted: boolean;
  },
): JsonObject[] {
  const names = (args['metric'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw badParameter('The parameter metric is required');
  if (failsCrossposted && names.some((name) => crossposted.includes(name)))
    throw new GraphError('Fatal', { code: -1, subcode: 2207086, status: 500, transient: false });
  const requested = readMetrics(names, media, { unsupported, retired });
  if (args['period'] !== undefined && args['period'] !== 'lifetime') {
    throw badParameter(
      `The following periods (${args['period']}) are incompatible with the metric (${names.join(', ')})`,
    );
  }
  const breakdown = args['breakdown'];
  const refused =
    breakdown === undefined
      ? []
      : requested.filter(([, { breakdown: own }]) => own?.name !== breakdown).map(([name]) => name);
  if (refused.length > 0)
    throw badParameter(`Incompatible breakdowns (${breakdown}) for metric (${refused.join(', ')})`);

  const counted = totalsAt(media, now);
  const totals = { ...counted, likes: Math.max(0, counted.likes - withdrawn) };
  if (media.kind === 'story' && totals.reach < minViewers) throw fewViewers();
  return requested.map(([name, { title, description, valueOf, breakdown: own }]) => {
    const value = name === 'replies' && !hasReplies ? 0 : valueOf(media, totals);
    const cells =
      breakdown !== undefined && own ? Object.entries(own.toCells(media, totals)).filter(([, count]) => count > 0) : [];
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

/** Fails the whole request if the media type lacks one metric; the error names all such metrics. */
function readMetrics(
  names: string[],
  media: MediaItem,
  { unsupported, retired }: { unsupported: string[]; retired: string[] },
): [string, MediaMetric][] {
  const requested = names.map((name, index): [string, MediaMetric] => [name, readMetric(name, index, retired)]);
  const refused = requested
    .filter(([name, { kinds }]) => !kinds.includes(media.kind) || unsupported.includes(name))
    .map(([name]) => name);
  if (refused.length > 0) {
    throw badParameter(
      `The Media Insights API does not support the ${refused.join(', ')} metric for this media product type.`,
    );
  }
  return requested;
}

function readMetric(name: string, index: number, retired: string[]): MediaMetric {
  const found = retired.includes(name) ? undefined : metrics[name];
  if (!found) {
    const known = Object.keys(metrics).filter((one) => !retired.includes(one));
    throw badParameter(`metric[${index}] must be one of the following values: ${known.join(', ')}`);
  }
  return found;
}

function sum(cells: Record<string, number>): number {
  return Object.values(cells).reduce((total, count) => total + count, 0);
}
