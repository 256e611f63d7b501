import type { AccountProfile } from '../../world/account-profile.ts';
import { isAcceptedCollaborator, listCollaborativeMedia } from '../../world/collaborators.ts';
import { badParameter, missingObject, missingPermission } from '../graph-error.ts';
import type { FieldSpec } from '../field-grammar.ts';
import type { JsonObject } from '../json.ts';
import { listPage } from './list-page.ts';
import type { MediaNode } from './media-node.ts';
import { limitMediaKind, mediaKind } from './media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';

/** developers.facebook.com, Instagram API with Facebook Login, Collaboration: "Supported Fields on Collaborative Media". */
const supportedFields = [
  'id',
  'caption',
  'comments_count',
  'like_count',
  'media_product_type',
  'media_type',
  'media_url',
  'permalink',
  'thumbnail_url',
  'username',
  'timestamp',
  'total_like_count',
  'total_comments_count',
  'reposts_count',
  'saved_count',
  'shares_count',
  'total_views_count',
];

const collaborativeKind = limitMediaKind(supportedFields);

/**
 * The documentation lists no insights; the fault `collaborative-insights` answers as if all media fields were
 * available.
 */
function visibleKind({ strike }: Scope): NodeKind<MediaNode> {
  return strike('collaborative-insights') ? mediaKind : collaborativeKind;
}

export function collaborativeMediaEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  if (scope.strike('empty-data')) return { data: [] };
  const kind = visibleKind(scope);
  return listPage(
    {
      items: listCollaborativeMedia(scope.world, account, scope.now),
      toId: ({ id }) => id,
      shape: (media) => project(kind, { media, child: 0 }, call.fields, scope),
      path: `${account.id}/collaborative_media`,
      defaultLimit: 25,
    },
    call,
    scope,
  );
}

export function findCollaborativeMedia(account: AccountProfile, scope: Scope, { args, fields }: FieldSpec): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  const id = args['media_id'];
  if (id === undefined) throw badParameter('The parameter media_id is required');
  const media = scope.world.findMedia(id)?.media;
  if (!media || media.publishedAt > scope.now || !isAcceptedCollaborator(media, account)) throw missingObject(id);
  return project(visibleKind(scope), { media, child: 0 }, fields, scope);
}
