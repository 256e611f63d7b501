import type { AccountProfile } from '../world/account-profile.ts';
import { isAcceptedCollaborator } from '../world/collaborators.ts';
import type { MediaItem } from '../world/media-item.ts';
import { isSystemUser } from './access-tokens.ts';
import type { FieldSpec } from './field-grammar.ts';
import { GraphError, missingObject, missingPermission } from './graph-error.ts';
import type { JsonObject } from './json.ts';
import { accountKindFor } from './nodes/account-node.ts';
import { instagramUserKind } from './nodes/instagram-user-node.ts';
import { isVisible, mediaKind } from './nodes/media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './nodes/node-kind.ts';
import { project } from './nodes/node-kind.ts';
import { pageKind, listPages, requirePage, visibleAccounts } from './nodes/page-node.ts';
import { metaUserId, systemUserKind } from './nodes/system-user-node.ts';
import { businessKind, findBusiness, userKind } from './nodes/user-node.ts';

export interface BoundNode {
  read: (specs: FieldSpec[] | undefined) => JsonObject;
  edge: (name: string, call: EdgeCall) => JsonObject;
}

function bind<Node>(kind: NodeKind<Node>, node: Node, scope: Scope): BoundNode {
  return {
    read: (specs) => project(kind, node, specs, scope),
    edge(name, call) {
      const edge = Object.hasOwn(kind.edges, name) ? kind.edges[name] : undefined;
      if (!edge) throw new GraphError(`Unknown path components: /${name}`, { code: 2500 });
      return edge(node, scope, call) ?? { data: [] };
    },
  };
}

/** Returns the node for an id, if the caller may see it; a foreign id looks exactly like a missing one. */
export function findNode(id: string, scope: Scope): BoundNode | undefined {
  const { caller, world, now } = scope;
  if (caller.instagram) return findInstagramNode(id, caller.instagram, scope);
  const pageId = concernedAccount(id, world)?.pageId ?? id;
  requirePage(caller.kind === 'page' ? caller.pageId : pageId, scope);
  if (id === 'me') {
    const page =
      caller.kind === 'page' ? listPages(caller, world).find((candidate) => candidate.id === caller.pageId) : undefined;
    if (page) return bind(pageKind, page, scope);
  }
  if (id === 'me' || id === metaUserId(caller))
    return bind(isSystemUser(caller.variant) ? systemUserKind : userKind, caller.person, scope);
  const account = visibleAccounts(caller, world).find((candidate) => candidate.id === id);
  if (account) return bind(accountKindFor(account, scope), account, scope);
  const media = world.findMedia(id);
  if (media) {
    const isOwn =
      media.media.account.owner === caller.person.key && visibleAccounts(caller, world).includes(media.media.account);
    if (!isOwn && isVisible(media, now) && isShared(media.media, scope)) {
      if (!scope.strike('collaborative-insights')) throw missingPermission();
      return bind(mediaKind, media, scope);
    }
    return isOwn && isVisible(media, now) ? bind(mediaKind, media, scope) : undefined;
  }
  const page = listPages(caller, world).find((candidate) => candidate.id === id);
  if (page) return bind(pageKind, page, scope);
  const business = findBusiness(caller.person);
  return business.id === id && caller.scopes.includes('business_management')
    ? bind(businessKind, business, scope)
    : undefined;
}

/** A login at Instagram reaches one account, by either of its IDs, and that account's media. */
function findInstagramNode(id: string, account: AccountProfile, scope: Scope): BoundNode | undefined {
  if (id === 'me' || id === account.id || id === scope.instagram(account).scopedId)
    return bind(instagramUserKind(account, scope), account, scope);
  const media = scope.world.findMedia(id);
  const isOwn = media?.media.account === account && isVisible(media, scope.now);
  return media && isOwn ? bind(mediaKind, media, scope) : undefined;
}

/** Collaborative media is fetched through the collaborating account; the media item belongs to its author. */
function isShared(media: MediaItem, { caller, world }: Scope): boolean {
  return visibleAccounts(caller, world).some((account) => isAcceptedCollaborator(media, account));
}

export function requireNode(id: string, scope: Scope): BoundNode {
  const node = findNode(id, scope);
  if (!node) throw missingObject(id);
  return node;
}

/** Returns the Instagram account charged for a call on this id; calls on pages are charged to the app. */
export function chargedAccount(id: string | undefined, world: Scope['world']): AccountProfile | undefined {
  if (id === undefined || !/^\d+$/.test(id)) return undefined;
  return world.findAccount(id) ?? world.findMedia(id)?.media.account;
}

/** Returns the account that a call concerns, directly or through its page; for faults that name an account. */
export function concernedAccount(id: string | undefined, world: Scope['world']): AccountProfile | undefined {
  return chargedAccount(id, world) ?? world.accounts.find(({ pageId }) => pageId === id);
}
