import type { AccountProfile } from '../../world/account-profile.ts';
import { totalsAt, totalsWithAdvertising } from '../../world/media-ageing.ts';
import type { Caller } from '../access-tokens.ts';
import type { FieldSpec } from '../field-grammar.ts';
import { badParameter, engagementPermission, missingPermission, undiscoverable } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import { limitMediaKind, mediaList } from './media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { project } from './node-kind.ts';
import { publicAccountFields } from './public-account-fields.ts';

/** developers.facebook.com, IG Media: the fields marked public. */
const publicMediaFields = [
  'id',
  'caption',
  'comments_count',
  'like_count',
  'media_product_type',
  'media_type',
  'media_url',
  'owner',
  'permalink',
  'timestamp',
  'username',
];

const documented = limitMediaKind(publicMediaFields);
const publicMediaKind: typeof documented = {
  ...documented,
  fields: {
    ...documented.fields,
    // Public since June 2025, and only here; with advertising.
    view_count: ({ media }, { now }) => totalsWithAdvertising(media, totalsAt(media, now)).views,
  },
};

/** developers.facebook.com, IG User: the fields marked public. No insights, no stories. */
const publicKind: NodeKind<AccountProfile> = {
  typeName: 'ShadowIGUser',
  defaults: ['id'],
  toId: ({ id }) => id,
  fields: {
    id: ({ id }) => id,
    ig_id: ({ legacyId }) => Number(legacyId),
    ...publicAccountFields,
  },
  edges: { media: publicMedia },
};

/** Returns a page of posts with cursors but no links: the next page is another discovery. */
function publicMedia(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  const items = scope.world.getTimeline(account).feedAt(scope.now);
  const { data, paging } = mediaList(items, `${account.id}/media`, 25, scope, call, publicMediaKind);
  const cursors = typeof paging === 'object' && paging !== null && 'cursors' in paging ? paging['cursors'] : undefined;
  return { data, ...(cursors !== undefined && { paging: { cursors } }) };
}

/** Checks the permissions in developers.facebook.com, Business Discovery: "Permissions". */
function assertPermissions({ scopes, variant }: Caller): void {
  if (!scopes.includes('instagram_basic') || !scopes.includes('instagram_manage_insights')) throw missingPermission();
  if (!scopes.includes('pages_read_engagement') && !scopes.includes('pages_show_list')) throw engagementPermission();
  const roles = ['ads_management', 'pages_read_engagement', 'business_management'];
  if (variant.businessRole && !roles.some((role) => scopes.includes(role))) throw missingPermission();
}

/**
 * Rejects fields that Meta may withdraw; `params.fields` lists them, and `params.isNamed` is false where the error
 * names none.
 */
function assertPublicFields(fields: readonly FieldSpec[], { strike }: Scope): void {
  const requested = fields.flatMap(({ name, fields: inner }) => [name, ...(inner ?? []).map((field) => field.name)]);
  const isRefused = (name: string, refused: readonly string[]) => refused.includes(name);
  const params = strike('public-field-refused', (given) =>
    requested.some((name) => isRefused(name, given.list('fields'))),
  );
  const field = requested.find((name) => params && isRefused(name, params.list('fields')));
  if (!params || field === undefined) return;
  throw badParameter(
    params.text('isNamed', 'true') === 'true'
      ? `Tried accessing nonexisting field (${field}) on node type (ShadowIGUser)`
      : 'Invalid parameter',
  );
}

/**
 * Returns another account by its username. Unknown, personal, private and age-restricted accounts get the same answer;
 * see decision 0035.
 */
export function discoverBusiness(_caller: AccountProfile, scope: Scope, { args, fields }: FieldSpec): JsonObject {
  assertPermissions(scope.caller);
  const { username } = args;
  if (username === undefined || username === '') throw badParameter('The parameter username is required');
  if (!/^[a-z0-9._]{1,30}$/.test(username)) throw badParameter('Invalid parameter');
  const found = scope.world.accounts.find((account) => account.username === username);
  const isMissing = scope.strike('peer-missing', (params) => params.text('username', '') === username);
  if (found?.visibility !== 'public' || isMissing) throw undiscoverable(username);
  assertPublicFields(fields ?? [], scope);
  const answer = project(publicKind, found, fields, scope);
  if (scope.strike('peer-replaced', (params) => params.text('username', '') === username))
    answer['id'] = `${found.id.slice(0, -6)}000000`;
  return answer;
}
