import { z } from 'zod';
import { error, ok, unreachable, warning, type Check } from '../../../../cli/checks/check.ts';
import type { Config } from '../../../../config/config.ts';
import { explainConnectionError } from '../../../../platform/connection-error.ts';
import { GraphError } from '../../client/graph-error.ts';
import { createGraphHttp } from '../../client/graph-http.ts';
import { toGraphOptions } from '../../client/graph-options.ts';
import { createGraphProbe } from '../../client/graph-probe.ts';
import { createInstagramGraph } from '../../client/instagram-graph.ts';
import { neededScopes } from '../../connections/rules.ts';
import { findLogin, type StoredLogins } from './find-login.ts';

const area = 'Meta';
const Subscriptions = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      active: z.boolean().optional(),
      callback_url: z.string().optional(),
      fields: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).default([]),
    }),
  ),
});

export type Meta = Pick<
  Config['meta'],
  'appId' | 'appSecret' | 'loginConfigId' | 'graphBaseUrl' | 'graphVersion' | 'sdkUrl' | 'dayZone'
> &
  Partial<Pick<Config['meta'], 'webhookVerifyToken'>>;

/** Checks the app's ID and secret, which Meta accepts only together, and its settings as far as they are visible. */
export async function* checkMetaApp(meta: Meta, appUrl: string): AsyncGenerator<Check> {
  try {
    await createGraphHttp(toGraphOptions(meta)).postAsApp('oauth/access_token', { grant_type: 'client_credentials' });
    yield ok(area, 'It accepts META_APP_ID and META_APP_SECRET');
  } catch (cause) {
    yield explainRefusal(cause);
    return;
  }
  if (!/^\d+$/.test(meta.loginConfigId) || meta.loginConfigId === meta.appId)
    yield error(
      area,
      'META_LOGIN_CONFIG_ID is not the ID of a login configuration',
      'Copy the configuration’s ID from Facebook Login for Business → Configurations.',
    );
  const sdk = await fetch(meta.sdkUrl, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => (status === 200 ? null : `status ${status}`),
    explainConnectionError,
  );
  if (sdk)
    yield warning(area, `The login SDK at META_SDK_URL cannot be fetched from here: ${sdk}`, 'Browsers must reach it.');
  if (meta.webhookVerifyToken) yield await checkSubscription(meta, appUrl);
  else if (meta.webhookVerifyToken === null) yield ok(area, 'META_WEBHOOK_VERIFY_TOKEN is not set: stories are polled');
}

function explainRefusal(cause: unknown): Check {
  if (!(cause instanceof GraphError) || cause.code === null)
    return unreachable(
      area,
      'The Graph API cannot be reached',
      cause instanceof GraphError ? (cause.cause ?? cause) : cause,
      'Check the network and META_GRAPH_BASE_URL.',
    );
  if (cause.code === 101)
    return error(
      area,
      'There is no app with META_APP_ID',
      'Copy the app ID from the app’s dashboard at developers.facebook.com.',
    );
  return error(
    area,
    `It rejects META_APP_SECRET (code ${cause.code}: ${cause.message.slice(0, 120)})`,
    'Copy the app secret from App settings → Basic.',
  );
}

async function checkSubscription(meta: Meta, appUrl: string): Promise<Check> {
  const answer = await createGraphProbe(toGraphOptions(meta)).get(null, `${meta.appId}/subscriptions`);
  const wanted = `${appUrl}/api/v1/webhooks/meta`;
  const fix = `In the app under Webhooks → Instagram, subscribe to story_insights with the callback URL ${wanted} and META_WEBHOOK_VERIFY_TOKEN.`;
  const found = Subscriptions.safeParse(answer.body).data?.data.find(({ object }) => object === 'instagram');
  if (answer.status !== 200)
    return warning(area, `The webhook subscriptions cannot be listed (status ${answer.status})`, fix);
  if (!found?.fields.includes('story_insights') || found.active === false)
    return warning(area, 'The app is not subscribed to story_insights: stories are polled', fix);
  if (found.callback_url !== wanted)
    return warning(area, `The webhook’s callback URL is ${found.callback_url ?? 'not given'}, not ${wanted}`, fix);
  return ok(area, 'The app is subscribed to story_insights');
}

/** Checks a connected login's permissions. */
export async function checkMetaLogin(meta: Meta, stored: StoredLogins): Promise<Check> {
  const { businessLogin } = createInstagramGraph(toGraphOptions(meta));
  const login = await findLogin({ businessLogin, instagramLogin: null }, stored, 'facebook');
  if (login === 'damaged')
    return error(area, 'The token of a connected login is damaged', 'Its user must disconnect and connect again.');
  if (!login)
    return warning(
      area,
      'No working business login is connected, so permissions could not be checked',
      'Sign in, connect under Profile, and run tidemark doctor again.',
    );
  const inspected = await businessLogin.inspect(login.token).catch(explainRefusal);
  if ('level' in inspected) return inspected;
  if (!inspected.isValid)
    return error(area, 'It rejects the token of a connected login', 'Disconnect and connect again under Profile.');
  const missing = neededScopes.filter((scope) => !inspected.scopes.includes(scope));
  if (missing.length === 0) return ok(area, 'A connected login has all required permissions');
  return error(
    area,
    `A connected login lacks ${missing.join(', ')}`,
    'Add these permissions to the login configuration, then disconnect and connect again under Profile.',
  );
}
