import type { StateStore } from '../sandbox-state.ts';
import type { GraphCall } from './graph-call.ts';
import { badParameter, GraphError, missingObject } from './graph-error.ts';
import type { JsonObject } from './json.ts';
import type { MetaApp } from './meta-app.ts';
import type { Scope } from './nodes/node-kind.ts';
import { listPages } from './nodes/page-node.ts';

/** Page fields; webhooks for the page's Instagram account are sent once any is subscribed. */
const pageFields = [
  'about',
  'category',
  'description',
  'email',
  'feed',
  'location',
  'mention',
  'messages',
  'name',
  'phone',
  'picture',
  'website',
];

/** Pages that subscribed the application; Meta sends webhooks only for their Instagram accounts. */
export interface PageSubscriptions {
  isSubscribed: (pageId: string) => boolean;
  /** Answers `GET`, `POST` and `DELETE /{page-id}/subscribed_apps`. */
  answer: (call: GraphCall, scope: Scope) => JsonObject;
}

export function createPageSubscriptions({ app, store }: { app: MetaApp; store: StateStore }): PageSubscriptions {
  const { state, save } = store;

  function subscribe(pageId: string, fields: string[]): JsonObject {
    if (fields.length === 0) throw badParameter('The parameter subscribed_fields is required');
    fields.forEach((field, index) => {
      if (!pageFields.includes(field))
        throw badParameter(
          `Param subscribed_fields[${index}] must be one of {${pageFields.join(', ')}} - got "${field}".`,
        );
    });
    state.pageSubscriptions[pageId] = fields;
    save();
    return { success: true };
  }

  function unsubscribe(pageId: string): JsonObject {
    delete state.pageSubscriptions[pageId];
    save();
    return { success: true };
  }

  function list(pageId: string): JsonObject {
    const fields = state.pageSubscriptions[pageId];
    const link = `https://www.facebook.com/games/?app_id=${app.id}`;
    return {
      data: fields ? [{ category: 'Business', link, name: app.name, id: app.id, subscribed_fields: fields }] : [],
    };
  }

  return {
    isSubscribed: (pageId) => state.pageSubscriptions[pageId] !== undefined,
    answer(call, scope) {
      const pageId = requirePage(call, scope);
      if (call.method === 'GET') return list(pageId);
      if (!scope.caller.scopes.includes('pages_manage_metadata')) throw missingMetadataPermission();
      if (call.method === 'DELETE') return unsubscribe(pageId);
      return subscribe(pageId, readFields(call.params['subscribed_fields']));
    },
  };
}

function requirePage({ segments, method }: GraphCall, { caller, world }: Scope): string {
  const id = segments[0] === 'me' ? caller.pageId : (segments[0] ?? '');
  if (!listPages(caller, world).some((page) => page.id === id)) throw missingObject(id, method.toLowerCase());
  if (caller.kind !== 'page' || caller.pageId !== id)
    throw new GraphError('(#210) A page access token is required to request this resource.', { code: 210 });
  return id;
}

function missingMetadataPermission(): GraphError {
  return new GraphError(
    '(#200) To subscribe to the feed field, one of these permissions is needed: pages_manage_metadata.',
    { code: 200, status: 403 },
  );
}

function readFields(text = ''): string[] {
  return text
    .replaceAll(/["[\]]/g, '')
    .split(',')
    .map((field) => field.trim())
    .filter(Boolean);
}
