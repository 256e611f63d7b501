import { writeCaption } from '../../world/captions/caption.ts';
import type { Collaborator } from '../../world/collaborators.ts';
import { listCollaborators } from '../../world/collaborators.ts';
import { hostileCaption } from '../../world/captions/hostile.ts';
import { reportsStoryReplies } from '../../world/account-profile.ts';
import { isRetained, storyLife, totalsAt, totalsWithAdvertising } from '../../world/media-ageing.ts';
import { mediaId } from '../../world/media-ids.ts';
import type { MediaItem } from '../../world/media-item.ts';
import { badParameter, beforeConversion, GraphError, missingObject, missingPermission } from '../graph-error.ts';
import { assertInsightPermissions } from '../insights/insight-permissions.ts';
import { graphTime } from '../insights/insight-window.ts';
import { mediaInsights } from '../insights/media-insights.ts';
import {
  assertBreakdown,
  assertPostInsights,
  retiredMetrics,
  unsupportedMetrics,
  withFallenTotals,
} from '../insights/post-faults.ts';
import { spoilInsights } from '../insights/spoiled-insights.ts';
import type { Json, JsonObject } from '../json.ts';
import { listPage } from './list-page.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';

/** A media item, or with `child` above 0 one of a carousel's children. */
export interface MediaNode {
  media: MediaItem;
  child: number;
}

export function isVisible({ media }: MediaNode, now: number): boolean {
  return media.publishedAt <= now && (media.kind !== 'story' || now - media.publishedAt < storyLife);
}

const shortcodeAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function toShortcode(node: MediaNode, scope: Scope): string {
  let [rest, code] = [BigInt(toId(node, scope)) * 97n, ''];
  while (rest > 0n) {
    code = (shortcodeAlphabet[Number(rest % 64n)] ?? '') + code;
    rest /= 64n;
  }
  return code;
}

function toPermalink(node: MediaNode, scope: Scope): string {
  const { media } = node;
  if (media.kind === 'story') return `https://www.instagram.com/stories/${media.account.username}/${media.id}`;
  return `https://www.instagram.com/${media.kind === 'reel' ? 'reel' : 'p'}/${toShortcode(node, scope)}/`;
}

function toId({ media, child }: MediaNode, { world }: Scope): string {
  if (child === 0) return media.id;
  return mediaId({ account: world.accounts.indexOf(media.account), day: media.day, slot: media.slot, child });
}

function toPicture(node: MediaNode, scope: Scope): string {
  return scope.links.sign(`/media/${toId(node, scope)}.jpg`, scope.now);
}

/** Reads a field that children do not have: a child has neither counts nor insights. */
function omitForChildren<Value extends Json>(read: (media: MediaItem, scope: Scope) => Value | undefined) {
  return ({ media, child }: MediaNode, scope: Scope): Value | undefined =>
    child === 0 ? read(media, scope) : undefined;
}

function toLikes(media: MediaItem, { now, strike }: Scope): number {
  const { likes } = totalsAt(media, now);
  return Math.max(0, likes - (strike('likes-withdrawn')?.number('likes', 3) ?? 0));
}

function countWithAdvertising(media: MediaItem, scope: Scope, field: string) {
  assertFacebook(scope, field);
  return totalsWithAdvertising(media, totalsAt(media, scope.now));
}

/** Refuses what exists only with a login at Facebook. */
function assertFacebook({ caller }: Scope, field: string): void {
  if (caller.instagram) throw badParameter(`Tried accessing nonexisting field (${field}) on node type (IGMedia)`);
}

const facebookOnlyMetrics = ['total_views', 'total_likes', 'total_comments', 'link_clicks'];

const collaboratorKind: NodeKind<Collaborator> = {
  typeName: 'ShadowIGUser',
  defaults: ['id', 'username'],
  toId: ({ id }) => id,
  fields: {
    id: ({ id }) => id,
    username: ({ username }) => username,
    invite_status: ({ inviteStatus }) => inviteStatus,
  },
  edges: {},
};

export const mediaKind: NodeKind<MediaNode> = {
  typeName: 'ShadowIGMedia',
  defaults: ['id'],
  toId: ({ media }) => media.id,
  fields: {
    id: toId,
    ig_id: (node, scope) => `3${toId(node, scope).slice(0, 18)}`,
    shortcode: toShortcode,
    permalink: toPermalink,
    caption: omitForChildren((media, { strike }) =>
      strike('hostile-texts') ? hostileCaption(media) : writeCaption(media),
    ),
    alt_text: omitForChildren(() => undefined),
    media_type: ({ media, child }) =>
      child === 0 && media.kind === 'carousel' ? 'CAROUSEL_ALBUM' : media.isVideo ? 'VIDEO' : 'IMAGE',
    media_product_type: omitForChildren((media) =>
      media.kind === 'story' ? 'STORY' : media.kind === 'reel' ? 'REELS' : 'FEED',
    ),
    media_url: (node, scope) => {
      if (node.media.isFlagged) return undefined;
      return node.media.isVideo
        ? scope.links.sign(`/media/${toId(node, scope)}.mp4`, scope.now)
        : toPicture(node, scope);
    },
    thumbnail_url: (node, scope) => (node.media.isVideo ? toPicture(node, scope) : undefined),
    timestamp: ({ media }) => graphTime(media.publishedAt),
    username: ({ media }) => media.account.username,
    owner: ({ media }) => ({ id: media.account.id }),
    like_count: omitForChildren((media, scope) =>
      media.hidesLikes || media.kind === 'story' ? undefined : toLikes(media, scope),
    ),
    comments_count: omitForChildren((media, { now }) =>
      media.kind === 'story' ? undefined : totalsAt(media, now).comments,
    ),
    is_comment_enabled: omitForChildren((media) => media.kind !== 'story'),
    is_shared_to_feed: omitForChildren((media) => (media.kind === 'reel' ? true : undefined)),
    media_audio_type: omitForChildren((media) => (media.kind === 'reel' ? 'ORIGINAL_SOUND' : undefined)),
    is_ai_generated: omitForChildren(() => false),
    boost_eligibility_info: omitForChildren((media) => ({ eligible_to_boost: !media.isFlagged })),
    reposts_count: omitForChildren((media, { now }) => totalsAt(media, now).reposts),
    saved_count: omitForChildren((media, { now }) => totalsAt(media, now).saved),
    shares_count: omitForChildren((media, { now }) => totalsAt(media, now).shares),
    total_like_count: omitForChildren((media, scope) => countWithAdvertising(media, scope, 'total_like_count').likes),
    total_comments_count: omitForChildren(
      (media, scope) => countWithAdvertising(media, scope, 'total_comments_count').comments,
    ),
    total_views_count: omitForChildren((media, scope) => {
      const { views } = countWithAdvertising(media, scope, 'total_views_count');
      return media.isVideo ? views : undefined;
    }),
    view_count: () => {
      throw new GraphError('(#36104) The field view_count is only available through Business Discovery', {
        code: 36104,
      });
    },
    copyright_check_information: ({ media }) => {
      if (media.kind !== 'reel') {
        throw new GraphError('Invalid media type for copyright check', {
          code: 9005,
          subcode: 1452042,
          transient: false,
        });
      }
      return { status: { status: 'completed', matches_found: media.isFlagged } };
    },
  },
  edges: {
    insights: insightsEdge,
    children: (node, scope, call) => {
      if (node.child !== 0 || node.media.childCount === 0) return undefined;
      const children = Array.from({ length: node.media.childCount }, (_, index) => ({
        media: node.media,
        child: index + 1,
      }));
      return { data: children.map((child) => project(mediaKind, child, call.fields, scope)) };
    },
    collaborators: ({ media }, scope, call) => {
      assertFacebook(scope, 'collaborators');
      const collaborators = listCollaborators(media);
      if (collaborators.length === 0) return undefined;
      const data = collaborators.map((collaborator) => project(collaboratorKind, collaborator, call.fields, scope));
      const damaged = scope.strike('collaborator-without-username');
      if (damaged) delete data[0]?.[damaged.text('field', 'username')];
      return { data };
    },
    comments: () => {
      throw missingPermission();
    },
  },
};

function insightsEdge(node: MediaNode, scope: Scope, call: EdgeCall): JsonObject {
  const { media, child } = node;
  assertInsightPermissions(scope.caller);
  if (child > 0) throw missingObject(toId(node, scope));
  const { world } = scope;
  const metrics = (call.args['metric'] ?? '').split(',').map((name) => name.trim());
  scope.metrics.push(...metrics);
  if (media.day < world.getTimeline(media.account).insightsSince || scope.strike('before-conversion'))
    throw beforeConversion();
  assertPostInsights(media, scope.strike);
  assertBreakdown(call.args['breakdown'], scope.strike);
  if (scope.strike('empty-data') || !isRetained(media, world.calendar.dayAt(scope.now))) return { data: [] };
  const delay = scope.strike('delayed-data');
  const withdrawn = scope.strike('likes-withdrawn')?.number('likes', 3) ?? 0;
  const data = mediaInsights(media, call.args, {
    now: scope.now - (delay?.number('hours', 48) ?? 0) * 3_600_000,
    withdrawn,
    unsupported: [
      ...unsupportedMetrics(media, metrics, scope.strike),
      ...(scope.caller.instagram ? facebookOnlyMetrics : []),
    ],
    retired: retiredMetrics(metrics, scope.strike),
    failsCrossposted: scope.strike('crossposted-fatal') !== undefined,
    hasReplies: reportsStoryReplies(media.account) || scope.strike('story-replies-everywhere') !== undefined,
  });
  return { data: spoilInsights(withFallenTotals(media, data, scope.strike), scope.strike) };
}

/** Other accounts' media, with only some fields documented. */
export function limitMediaKind(documented: readonly string[]): NodeKind<MediaNode> {
  const fields = Object.entries(mediaKind.fields).filter(([name]) => documented.includes(name));
  return { ...mediaKind, fields: Object.fromEntries(fields), edges: {} };
}

export function mediaList(
  items: MediaItem[],
  path: string,
  defaultLimit: number,
  scope: Scope,
  call: EdgeCall,
  kind = mediaKind,
): JsonObject {
  return listPage(
    {
      items,
      toId: ({ id }) => id,
      shape: (media) => project(kind, { media, child: 0 }, call.fields, scope),
      path,
      defaultLimit,
    },
    call,
    scope,
  );
}
