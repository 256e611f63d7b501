import { badParameter, GraphError } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import type { EdgeCall, Scope } from './node-kind.ts';

interface ListPage<Item> {
  items: readonly Item[];
  toId: (item: Item) => string;
  shape: (item: Item) => JsonObject;
  /** `17841…/media` */
  path: string;
  defaultLimit: number;
}

const largest = 100;

/** Returns a list's page with opaque cursors; `next` is present only when more items follow. */
export function listPage<Item>(
  { items, toId, shape, path, defaultLimit }: ListPage<Item>,
  call: EdgeCall,
  scope: Scope,
): JsonObject {
  const { args } = call;
  if (scope.strike('invalid-cursor')) throw invalidCursor();
  const limit = readLimit(args['limit'], defaultLimit);
  const indexOf = (cursor: string) => {
    const id = readCursor(cursor);
    const index = items.findIndex((item) => toId(item) === id);
    if (index === -1) throw invalidCursor();
    return index;
  };
  const after = args['after'] ? indexOf(args['after']) : undefined;
  const before = args['before'] ? indexOf(args['before']) : undefined;
  const start = after !== undefined ? after + 1 : before !== undefined ? Math.max(0, before - limit) : 0;
  const end = before !== undefined ? before : Math.min(items.length, start + limit);
  let shown = items.slice(start, end);

  if (scope.strike('short-page')) shown = shown.slice(0, Math.max(1, Math.floor(shown.length / 2)));
  if (scope.strike('deleted-between-pages')) shown = shown.slice(1);
  const repeated = scope.strike('duplicate-media') ? items.slice(Math.max(0, start - 1), start) : [];
  const hasEmptyPage = scope.strike('empty-page-with-next') !== undefined;
  const loops = scope.strike('cursor-loop') !== undefined;

  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { data: [] };
  const lastIndex = items.indexOf(last);
  const cursors = {
    before: toCursor(toId(first)),
    after: loops && args['after'] ? args['after'] : toCursor(toId(last)),
  };
  const hasNext = lastIndex < items.length - 1 || loops || hasEmptyPage;
  return {
    data: hasEmptyPage ? [] : [...repeated, ...shown].map(shape),
    paging: {
      cursors,
      ...(hasNext && { next: link(path, call, scope, limit, { after: cursors.after }) }),
      ...(start > 0 && { previous: link(path, call, scope, limit, { before: cursors.before }) }),
    },
  };
}

/** Carries the token but not its proof, as the real service does: following it blindly fails. */
function link(path: string, call: EdgeCall, scope: Scope, limit: number, cursor: Record<string, string>): string {
  const query = new URLSearchParams({ access_token: scope.caller.token });
  if (call.fieldsText !== undefined) query.set('fields', call.fieldsText);
  for (const name of ['since', 'until']) {
    const value = call.args[name];
    if (value !== undefined) query.set(name, value);
  }
  query.set('limit', String(limit));
  for (const [name, value] of Object.entries(cursor)) query.set(name, value);
  return `${scope.base}/${path}?${query.toString()}`;
}

function readLimit(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 0) throw badParameter('param limit must be a non negative number');
  return limit === 0 ? otherwise : Math.min(limit, largest);
}

function toCursor(id: string): string {
  return `QVFI${Buffer.from(`ig:${id}`).toString('base64url')}`;
}

function readCursor(cursor: string): string {
  const text = cursor.startsWith('QVFI') ? Buffer.from(cursor.slice(4), 'base64url').toString() : '';
  if (!/^ig:\d+$/.test(text)) throw invalidCursor();
  return text.slice(3);
}

function invalidCursor(): GraphError {
  return new GraphError('(#100) Invalid cursors values: the cursor is not valid for this query', { code: 100 });
}
