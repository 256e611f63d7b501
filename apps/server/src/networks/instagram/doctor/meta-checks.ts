import { addDays, toUtcDay } from '@tidemark/contract';
import { z } from 'zod';
import { InsightReply, metricNamed, toCells, toTotal } from '../client/insight-reply.ts';
import type { ProbeAnswer } from '../client/graph-probe.ts';
import { existsOn } from '../client/hosts.ts';
import { startOfDay } from '../../../platform/clock.ts';
import { explain, finding, isSuccess, toRefusal, type MetaAccount, type MetaCheckOptions } from './finding.ts';
import { checkInstagramUser } from './instagram-checks.ts';
import { checkMetrics } from './metric-checks.ts';
import { describeValues, toVerdict, type Finding } from './rules.ts';
import { checkWindows } from './window-checks.ts';

const TokenFacts = z.object({
  data: z.object({
    type: z.string().optional(),
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() })).optional(),
  }),
});
const List = z.object({ data: z.array(z.looseObject({})) });
const optionalScopes = ['ads_read', 'ads_management', 'pages_manage_metadata'];
/** Checks each assumption about the Graph API against one account's real responses. */
export async function* checkMeta(options: MetaCheckOptions, account: MetaAccount): AsyncGenerator<Finding> {
  const isInstagram = options.probe.host === 'instagram';
  yield* checkVersion(options, account);
  if (isInstagram) yield* checkInstagramUser(options, account);
  else {
    yield* checkToken(options, account);
    yield* checkDiscovery(options, account);
  }
  yield* checkWindows(options, account);
  yield* checkBreakdowns(options, account);
  yield* checkPosts(options, account);
  yield* checkMetrics(options, account);
  yield* checkUsageHeaders(options, account);
  if (!isInstagram) yield* checkWebhooks(options, account);
}

/** Checks the version: once the requested one has ended, Meta answers with the oldest that it serves. */
async function* checkVersion({ probe }: MetaCheckOptions, { accountId, token }: MetaAccount): AsyncGenerator<Finding> {
  const { headers } = await probe.get(token, accountId, { fields: 'id' });
  const answered = headers['facebook-api-version'];
  yield finding(
    'Meta answers with the requested version',
    answered === undefined ? 'unknown' : toVerdict(answered === probe.version),
    `asked ${probe.version}, answered ${answered ?? 'without a version'}`,
  );
}

async function* checkToken({ probe, neededScopes }: MetaCheckOptions, { token }: MetaAccount): AsyncGenerator<Finding> {
  const answer = await probe.get(null, 'debug_token', { input_token: token });
  const facts = TokenFacts.safeParse(answer.body).data?.data;
  if (!facts) {
    yield finding('The token can be inspected', 'refuted', explain(answer));
    return;
  }
  yield finding('The token can be inspected', 'confirmed', '');
  const missing = neededScopes.filter((scope) => !facts.scopes.includes(scope));
  const expiry = facts.expires_at ? toDate(facts.expires_at) : 'never';
  const dataExpiry = facts.data_access_expires_at ? toDate(facts.data_access_expires_at) : 'never';
  yield finding(
    'The token is valid',
    toVerdict(facts.is_valid),
    `type ${facts.type ?? 'not given'}; expires ${expiry}, data access ${dataExpiry}`,
  );
  yield finding(
    'All required permissions are granted',
    missing.length === 0 ? 'confirmed' : 'refuted',
    missing.length === 0 ? neededScopes.join(', ') : `missing: ${missing.join(', ')}`,
  );
  for (const scope of optionalScopes)
    yield finding(`${scope} is granted (optional)`, facts.scopes.includes(scope) ? 'confirmed' : 'refuted', '');
  const targets = (facts.granular_scopes ?? []).map(
    ({ scope, target_ids }) => `${scope}: ${target_ids?.length ?? 'no list'}`,
  );
  yield finding(
    'The accounts selected in the dialog are listed in granular_scopes',
    toVerdict((facts.granular_scopes ?? []).some(({ target_ids }) => (target_ids ?? []).length > 0)),
    targets.join(', '),
  );
}

async function* checkDiscovery({ probe }: MetaCheckOptions, { token }: MetaAccount): AsyncGenerator<Finding> {
  for (const edge of ['me/accounts', 'me/assigned_pages', 'me/businesses']) {
    const answer = await probe.get(token, edge, { fields: 'id', limit: 100 });
    const list = List.safeParse(answer.body).data;
    yield finding(
      `${edge} returns data`,
      list ? 'confirmed' : 'refuted',
      list ? `${list.data.length} on the first page` : explain(answer),
    );
  }
}

async function* checkBreakdowns(
  { probe, dayZone, today }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  const since = Math.floor(startOfDay(dayZone, addDays(today, -31)).getTime() / 1000);
  for (const [metric, breakdown, addsUp] of [
    ['views', 'media_product_type', true],
    ['reach', 'media_product_type', false],
    ['views', 'follow_type', true],
    ['follows_and_unfollows', 'follow_type', true],
    ['profile_links_taps', 'contact_button_type', true],
  ] as const) {
    const answer = await probe.get(token, `${accountId}/insights`, {
      period: 'day',
      metric,
      metric_type: 'total_value',
      breakdown,
      since,
      until: since + 29 * 86_400,
    });
    yield* describeTable(`${metric} by ${breakdown}`, answer, { metric, breakdown, addsUp });
  }
}

async function* checkPosts({ probe }: MetaCheckOptions, { accountId, token }: MetaAccount): AsyncGenerator<Finding> {
  const hasCollaborators = existsOn(probe.host, 'collaborators');
  const media = await probe.get(token, `${accountId}/media`, {
    fields: `id,media_product_type${hasCollaborators ? ',collaborators{username,invite_status}' : ''}`,
    limit: 50,
  });
  const posts = List.safeParse(media.body).data?.data ?? [];
  yield finding(
    hasCollaborators ? 'Posts can be listed with their collaborators' : 'Posts can be listed',
    toVerdict(isSuccess(media)),
    explain(media),
  );
  if (hasCollaborators) yield describeCollaborators(posts);
  // The oldest post: a new post may not have led anyone to the profile yet.
  const feed = posts.findLast(({ media_product_type }) => media_product_type === 'FEED');
  if (feed) {
    const answer = await probe.get(token, `${String(feed['id'])}/insights`, {
      metric: 'profile_activity',
      breakdown: 'action_type',
    });
    yield* describeTable('profile_activity by action_type', answer, {
      metric: 'profile_activity',
      breakdown: 'action_type',
      addsUp: true,
    });
  }
  const stories = await probe.get(token, `${accountId}/stories`, { fields: 'id', limit: 1 });
  const [story] = List.safeParse(stories.body).data?.data ?? [];
  if (!story) yield finding('navigation by story_navigation_action_type', 'unknown', 'no story is live');
  else {
    const answer = await probe.get(token, `${String(story['id'])}/insights`, {
      metric: 'navigation',
      breakdown: 'story_navigation_action_type',
    });
    yield* describeTable('navigation by story_navigation_action_type', answer, {
      metric: 'navigation',
      breakdown: 'story_navigation_action_type',
      addsUp: true,
    });
  }
  const collaborations = await probe.get(token, `${accountId}/collaborative_media`, { fields: 'id', limit: 1 });
  yield existsOn(probe.host, 'collaborative_media')
    ? finding(
        'Posts by others with this account as a collaborator can be listed',
        toVerdict(isSuccess(collaborations)),
        explain(collaborations),
      )
    : toRefusal('Posts by others are refused without a Facebook page', collaborations);
}

function describeCollaborators(posts: z.output<typeof List>['data']): Finding {
  const statuses = posts.flatMap(({ collaborators }) => {
    const list = List.safeParse(collaborators).data?.data ?? [];
    return list.map(({ invite_status }) => (typeof invite_status === 'string' ? invite_status : 'none'));
  });
  return finding(
    'Collaborators say whether they have accepted',
    statuses.length === 0 ? 'unknown' : toVerdict(!statuses.includes('none')),
    describeValues(statuses),
  );
}

async function* checkUsageHeaders(
  { probe }: MetaCheckOptions,
  { accountId, token }: MetaAccount,
): AsyncGenerator<Finding> {
  const single = await probe.get(token, accountId, { fields: 'id' });
  yield describeUsage('outside a batch', Object.keys(single.headers));
  if (probe.host === 'instagram') return;
  const batch = await probe.batch(token, [`${accountId}?fields=id`, `${accountId}/insights?metric=reach&period=day`]);
  const Items = z.array(
    z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).optional() }).nullable(),
  );
  const items = Items.safeParse(batch.body).data ?? [];
  const inside = items.flatMap((item) => (item?.headers ?? []).map(({ name }) => name.toLowerCase()));
  yield describeUsage('on a batch itself', Object.keys(batch.headers));
  yield describeUsage('on the items of a batch', inside);
}

function describeUsage(place: string, headers: readonly string[]): Finding {
  const usage = ['x-business-use-case-usage', 'x-app-usage', 'x-ad-account-usage'].filter((name) =>
    headers.includes(name),
  );
  return finding(`Usage headers are sent ${place}`, toVerdict(usage.length > 0), usage.join(', ') || 'none');
}

async function* checkWebhooks({ probe }: MetaCheckOptions, { accountId, token }: MetaAccount): AsyncGenerator<Finding> {
  const subscriptions = await probe.get(null, 'app/subscriptions');
  const list = List.safeParse(subscriptions.body).data?.data;
  const instagram = list?.find(({ object }) => object === 'instagram');
  yield finding(
    'The app is subscribed to story_insights',
    list ? toVerdict(JSON.stringify(instagram ?? {}).includes('story_insights')) : 'unknown',
    list ? `objects: ${describeValues(list.map(({ object }) => String(object)))}` : explain(subscriptions),
  );
  const pages = await probe.get(token, 'me/accounts', {
    fields: 'id,access_token,instagram_business_account{id}',
    limit: 100,
  });
  const page = (List.safeParse(pages.body).data?.data ?? []).find(({ instagram_business_account: own }) =>
    JSON.stringify(own ?? {}).includes(`"${accountId}"`),
  );
  const pageToken = typeof page?.['access_token'] === 'string' ? page['access_token'] : null;
  if (!page || !pageToken) {
    yield finding('The Page is subscribed to story events', 'unknown', 'its Page token is not accessible');
    return;
  }
  const subscribed = await probe.get(pageToken, `${String(page['id'])}/subscribed_apps`);
  const apps = List.safeParse(subscribed.body).data?.data;
  yield finding(
    'The Page is subscribed to story events',
    apps ? toVerdict(apps.length > 0) : 'unknown',
    apps ? (apps.length > 0 ? 'yes' : 'no, stories are only polled') : explain(subscribed),
  );
}

function* describeTable(
  name: string,
  answer: ProbeAnswer,
  { metric, breakdown, addsUp }: { metric: string; breakdown: string; addsUp: boolean },
): Generator<Finding> {
  const reply = InsightReply.safeParse(answer.body).data;
  const found = reply && metricNamed(reply, metric);
  const values = (found?.total_value?.breakdowns ?? []).flatMap(({ results = [], dimension_keys }) =>
    results.flatMap(({ dimension_values }) => dimension_values[dimension_keys.indexOf(breakdown)] ?? []),
  );
  if (!found || values.length === 0) {
    yield finding(`${name} returns data`, answer.status >= 400 ? 'refuted' : 'unknown', explain(answer));
    return;
  }
  yield finding(`${name} returns data`, 'confirmed', `values ${describeValues(values)}`);
  if (toTotal(found) === null) return;
  const fits = toCells(found, breakdown, addsUp ? 'items' : 'overlapping people') !== null;
  yield finding(addsUp ? `${name} adds up to its total` : `No part of ${name} exceeds its total`, toVerdict(fits), '');
}

function toDate(seconds: number): string {
  return toUtcDay(new Date(seconds * 1000));
}
