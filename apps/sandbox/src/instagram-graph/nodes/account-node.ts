import type { AccountProfile } from '../../world/account-profile.ts';
import { dayNumber } from '../../world/calendar.ts';
import { hostileName } from '../../world/captions/hostile.ts';
import { badParameter, missingPermission } from '../graph-failure.ts';
import { accountInsights } from '../insights/account-insights.ts';
import { readInsightRequest } from '../insights/insight-request.ts';
import type { InsightWindow } from '../insights/insight-window.ts';
import { insightWindow } from '../insights/insight-window.ts';
import type { Json, JsonObject } from '../json.ts';
import { mediaList } from './media-node.ts';
import type { EdgeCall, NodeKind, Scope } from './node-kind.ts';

const newestKept = 10_000;
const repeatedArgs = ['metric', 'period', 'metric_type', 'breakdown', 'timeframe'];

function atNow<Value>(read: (account: AccountProfile, scope: Scope) => Value) {
  return (account: AccountProfile, scope: Scope): Value => {
    if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
    return read(account, scope);
  };
}

export const accountKind: NodeKind<AccountProfile> = {
  typeName: 'ShadowIGUser',
  defaults: ['id'],
  idOf: ({ id }) => id,
  fields: {
    id: ({ id }) => id,
    ig_id: ({ legacyId }) => Number(legacyId),
    legacy_instagram_user_id: ({ legacyId }) => legacyId,
    username: atNow(({ username }) => username),
    name: atNow(({ name }, { strike }) => (strike('hostile-texts') ? hostileName : name || undefined)),
    biography: atNow(({ biography }, { strike }) => (strike('hostile-texts') ? hostileName : biography || undefined)),
    website: atNow(({ website }) => website || undefined),
    profile_picture_url: atNow((account, { links, now }) => links.sign(`/avatars/${account.id}.jpg`, now)),
    followers_count: atNow((account, { world, now }) => world.timelineOf(account).followersAt(now)),
    follows_count: atNow(({ seed }) => 80 + (seed % 640)),
    media_count: atNow((account, { world, now }) => world.timelineOf(account).feedAt(now).length),
    has_profile_pic: atNow(() => true),
    is_published: atNow(() => true),
    owner_business: atNow(({ portfolioOwned, pageId }) => (portfolioOwned ? { id: `9${pageId.slice(2)}` } : undefined)),
  },
  edges: {
    insights: insightsEdge,
    media: mediaEdge,
    stories: storiesEdge,
    tags: () => ({ data: [] }),
  },
};

function mediaEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  if (scope.strike('empty-data')) return { data: [] };
  const items = scope.world.timelineOf(account).feedAt(scope.now).slice(0, newestKept);
  const [since, until] = [readInstant(call.args['since']), readInstant(call.args['until'])];
  const inRange = items.filter(
    ({ publishedAt }) => publishedAt >= (since ?? 0) && publishedAt < (until ?? Number.POSITIVE_INFINITY),
  );
  return mediaList(inRange, `${account.id}/media`, 25, scope, call);
}

function storiesEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_basic')) throw missingPermission();
  return mediaList(scope.world.timelineOf(account).storiesLiveAt(scope.now), `${account.id}/stories`, 25, scope, call);
}

function insightsEdge(account: AccountProfile, scope: Scope, call: EdgeCall): JsonObject {
  if (!scope.caller.scopes.includes('instagram_manage_insights')) throw missingPermission();
  const { world } = scope;
  scope.metrics.push(...(call.args['metric'] ?? '').split(','));
  const request = readInsightRequest(call.args);
  const window = insightWindow(call.args, world.calendar, scope.now);
  const delay = scope.strike('delayed-data');
  const now = scope.now - (delay?.number('hours', 48) ?? 0) * 3_600_000;
  const asked = { timeline: world.timelineOf(account), calendar: world.calendar, request, window, now };
  const data = scope.strike('empty-data') ? [] : accountInsights(asked);
  const revised = scope.strike('revised-days');
  return {
    data: (scope.strike('missing-metric') ? data.slice(1) : data).map((metric) =>
      revised ? revise(metric, revised.number('factor', 1.1)) : metric,
    ),
    paging: shiftedWindows(account.id, window, scope, call),
  };
}

/** `next` and `previous` move the window in time; `next` is there even when it lies in the future. */
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
  return { previous: link(since - span), next: link(until + ahead) };
}

/** Instagram corrects its days afterwards: every number of the answer, up or down. */
function revise(value: Json, factor: number): Json {
  if (typeof value === 'number') return Math.round(value * factor);
  if (Array.isArray(value)) return value.map((item) => revise(item, factor));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, item === undefined ? undefined : revise(item, factor)]),
  );
}

function readInstant(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayNumber(text) * 86_400_000;
  const seconds = Number(text);
  if (!Number.isFinite(seconds)) throw badParameter('param since must be a valid date');
  return seconds * 1000;
}
