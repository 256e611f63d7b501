import type { AccountProfile } from '../../world/account-profile.ts';
import { businessId } from '../../world/account-profile.ts';
import { dayNumber } from '../../world/calendar.ts';
import { badParameter, missingPermission } from '../graph-error.ts';
import { assertInsightPermissions } from '../insights/insight-permissions.ts';
import { accountInsights } from '../insights/account-insights.ts';
import { readInsightRequest, noLongerSupported } from '../insights/insight-request.ts';
import { readInsightRules } from '../insights/insight-behaviour.ts';
import type { InsightWindow } from '../insights/insight-window.ts';
import { insightWindow } from '../insights/insight-window.ts';
import { assertBreakdown, retiredMetrics } from '../insights/post-faults.ts';
import { spoilInsights } from '../insights/spoiled-insights.ts';
import type { JsonObject } from '../json.ts';
import { discoverBusiness } from './business-discovery.ts';
import { collaborativeMediaEdge, findCollaborativeMedia } from './collaborative-media.ts';
import { mediaList } from './media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';
import { publicAccountFields } from './public-account-fields.ts';

/** Maximum number of an account's posts that Instagram lists. */
const maxListedMedia = 10_000;
const repeatedArgs = ['metric', 'period', 'metric_type', 'breakdown', 'timeframe'];

function atNow<Value>(read: (account: AccountProfile, scope: Scope) => Value) {
  return (account: AccountProfile, scope: Scope): Value => {
    if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
    return read(account, scope);
  };
}

const accountKind: NodeKind<AccountProfile> = {
  typeName: 'ShadowIGUser',
  defaults: ['id'],
  toId: ({ id }) => id,
  fields: {
    id: ({ id }) => id,
    ig_id: ({ legacyId }) => Number(legacyId),
    legacy_instagram_user_id: ({ legacyId }) => legacyId,
    ...Object.fromEntries(
      Object.entries(publicAccountFields).map(([name, read]) => [name, atNow<string | number | undefined>(read)]),
    ),
    has_profile_pic: atNow(() => true),
    is_published: atNow(() => true),
    business_discovery: discoverBusiness,
    collaborative_media_search: findCollaborativeMedia,
    owner_business: atNow((account) => (account.portfolioOwned ? { id: businessId(account) } : undefined)),
  },
  edges: {
    insights: insightsEdge,
    media: mediaEdge,
    stories: storiesEdge,
    collaborative_media: collaborativeMediaEdge,
    tags: () => ({ data: [] }),
  },
};

const sparseFields = [
  'username',
  'name',
  'biography',
  'profile_picture_url',
  'followers_count',
  'follows_count',
  'media_count',
];
const sparseKind: NodeKind<AccountProfile> = {
  ...accountKind,
  fields: { ...accountKind.fields, ...Object.fromEntries(sparseFields.map((name) => [name, () => undefined])) },
};

/**
 * Returns the node kind for an account. An Instagram node may lack nearly all fields; the fault's `params.account`
 * names one.
 */
export function accountKindFor({ id }: AccountProfile, { strike }: Scope): NodeKind<AccountProfile> {
  return strike('sparse-account', (params) => params.text('account', id) === id) ? sparseKind : accountKind;
}

function mediaEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  if (scope.strike('empty-data')) return { data: [] };
  const items = scope.world.getTimeline(account).feedAt(scope.now).slice(0, maxListedMedia);
  const [since, until] = [readInstant(call.args['since']), readInstant(call.args['until'])];
  const inRange = items.filter(
    ({ publishedAt }) => publishedAt >= (since ?? 0) && publishedAt < (until ?? Number.POSITIVE_INFINITY),
  );
  return mediaList(inRange, `${account.id}/media`, 25, scope, call);
}

function storiesEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  return mediaList(scope.world.getTimeline(account).storiesLiveAt(scope.now), `${account.id}/stories`, 25, scope, call);
}

function insightsEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  assertInsightPermissions(scope.caller);
  const { world } = scope;
  scope.metrics.push(...(call.args['metric'] ?? '').split(','));
  const request = readInsightRequest(call.args, {
    isTimeframeOptional: scope.strike('timeframe-optional') !== undefined,
  });
  const retired = retiredMetrics(request.metrics, scope.strike);
  if (retired.length > 0) throw noLongerSupported(retired);
  assertBreakdown(request.breakdown, scope.strike);
  const rules = readInsightRules(scope.strike, { isInstagram: scope.caller.instagram !== undefined });
  const isTotal = request.metricType === 'total_value';
  const window = insightWindow(call.args, world.calendar, { now: scope.now, isTotal, rules });
  const delay = scope.strike('delayed-data');
  const now = scope.now - (delay?.number('hours', 48) ?? 0) * 3_600_000;
  const context = { timeline: world.getTimeline(account), calendar: world.calendar, request, window, rules, now };
  const data = scope.strike('empty-data') ? [] : accountInsights(context);
  return {
    data: spoilInsights(data, scope.strike),
    paging: shiftedWindows(account.id, window, scope, call),
  };
}

/** Returns links that move the window in time; `next` is present even for a window in the future. */
function shiftedWindows(id: string, { since, until }: InsightWindow, scope: Scope, call: EdgeCall): JsonObject {
  const span = until - since;
  const ahead = scope.strike('paging-to-future') ? 400 * 86_400_000 : 0;
  const link = (from: number) => {
    const query = new URLSearchParams({ access_token: scope.caller.token });
    for (const name of repeatedArgs) {
      const value = call.args[name];
      if (value !== undefined) query.set(name, value);
    }
    query.set('since', String(Math.floor(from / 1000)));
    query.set('until', String(Math.floor((from + span) / 1000)));
    return `${scope.base}/${id}/insights?${query.toString()}`;
  };
  return { previous: link(since - 1000 - span), next: link(until + 1000 + ahead) };
}

function readInstant(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayNumber(text) * 86_400_000;
  const seconds = Number(text);
  if (!Number.isFinite(seconds)) throw badParameter('param since must be a valid date');
  return seconds * 1000;
}
