import type { AccountProfile } from '../world/account-profile.ts';
import type { FieldSpec } from './field-grammar.ts';
import { GraphFailure, missingObject } from './graph-failure.ts';
import type { JsonObject } from './json.ts';
import { accountKind } from './nodes/account-node.ts';
import { isVisible, mediaKind } from './nodes/media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './nodes/node-kind.ts';
import { project } from './nodes/node-kind.ts';
import { pageKind, pagesOf, visibleAccounts } from './nodes/page-node.ts';
import { businessKind, businessOf, userKind } from './nodes/user-node.ts';

export interface BoundNode {
  read: (specs: FieldSpec[] | undefined) => JsonObject;
  edge: (name: string, call: EdgeCall) => JsonObject;
}

function bind<Node>(kind: NodeKind<Node>, node: Node, scope: Scope): BoundNode {
  return {
    read: (specs) => project(kind, node, specs, scope),
    edge(name, call) {
      const edge = Object.hasOwn(kind.edges, name) ? kind.edges[name] : undefined;
      if (!edge) throw new GraphFailure(`Unknown path components: /${name}`, { code: 2500 });
      return edge(node, scope, call) ?? { data: [] };
    },
  };
}

/** The node an id stands for, if the caller may see it; a foreign id looks exactly like a missing one. */
export function findNode(id: string, scope: Scope): BoundNode | undefined {
  const { caller, world, now } = scope;
  if (id === 'me') {
    const page =
      caller.kind === 'page' ? pagesOf(caller, world).find((candidate) => candidate.id === caller.pageId) : undefined;
    return page ? bind(pageKind, page, scope) : bind(userKind, caller.person, scope);
  }
  if (id === caller.person.metaUserId) return bind(userKind, caller.person, scope);
  const account = visibleAccounts(caller, world).find((candidate) => candidate.id === id);
  if (account) return bind(accountKind, account, scope);
  const media = world.findMedia(id);
  if (media) {
    const isOwn =
      media.media.account.owner === caller.person.key && visibleAccounts(caller, world).includes(media.media.account);
    return isOwn && isVisible(media, now) ? bind(mediaKind, media, scope) : undefined;
  }
  const page = pagesOf(caller, world).find((candidate) => candidate.id === id);
  if (page) return bind(pageKind, page, scope);
  const business = businessOf(caller.person);
  return business.id === id && caller.scopes.includes('business_management')
    ? bind(businessKind, business, scope)
    : undefined;
}

export function requireNode(id: string, scope: Scope): BoundNode {
  const node = findNode(id, scope);
  if (!node) throw missingObject(id);
  return node;
}

/** The Instagram account whose quota a call on this id is charged to. */
export function chargedAccount(id: string | undefined, world: Scope['world']): AccountProfile | undefined {
  if (id === undefined || !/^\d+$/.test(id)) return undefined;
  return (
    world.findAccount(id) ?? world.findMedia(id)?.media.account ?? world.accounts.find(({ pageId }) => pageId === id)
  );
}
