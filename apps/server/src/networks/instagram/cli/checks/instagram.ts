import { instagramReturnPath } from '@tidemark/contract';
import { error, ok, unreachable, warning, type Check } from '../../../../cli/checks/check.ts';
import type { InstagramConfig } from '../../../../config/instagram.ts';
import { GraphError } from '../../client/graph-error.ts';
import { toGraphOptions } from '../../client/graph-options.ts';
import { createInstagramGraph } from '../../client/instagram-graph.ts';
import { findLogin, type StoredLogins } from './find-login.ts';
import type { Meta } from './meta.ts';

const area = 'Instagram';
const secretFix = 'Copy the Instagram app secret from Instagram → API setup with Instagram login.';
const wrongSecret = () => error(area, 'It rejects INSTAGRAM_APP_SECRET', secretFix);

export interface InstagramApp {
  instagram: InstagramConfig;
  meta: Meta;
}

function createLogin({ instagram, meta }: InstagramApp) {
  const graph = createInstagramGraph({ ...toGraphOptions(meta), instagram });
  if (!graph.instagramLogin) throw new Error('A graph with an Instagram app has its login');
  return { ...graph, instagramLogin: graph.instagramLogin };
}

/**
 * Checks the app's ID with a made-up code: an unknown app is refused before the code ("Invalid platform app", recorded
 * in parse-server #6756 and pdir/social-feed-bundle #105). The secret is not checked then, as users have recorded.
 */
export async function checkInstagramApp(app: InstagramApp, appUrl: string): Promise<Check> {
  if (app.instagram.appSecret.reveal() === app.meta.appSecret.reveal())
    return error(area, 'INSTAGRAM_APP_SECRET is the secret of the Meta app', secretFix);
  const answer = await createLogin(app)
    .instagramLogin.exchangeCode('tidemark-doctor', `${appUrl}${instagramReturnPath}`)
    .catch((cause: unknown) => cause);
  const failure = answer instanceof GraphError && answer.kind !== 'transient' ? answer.message : null;
  if (failure === null)
    return unreachable(
      area,
      'The API cannot be reached',
      answer instanceof GraphError ? (answer.cause ?? answer) : answer,
      'Check the network and INSTAGRAM_API_BASE_URL.',
    );
  if (/platform app|client.id/i.test(failure))
    return error(
      area,
      'There is no Instagram app with INSTAGRAM_APP_ID',
      'Copy the Instagram app ID from Instagram → API setup with Instagram login. It is not the app’s ID in App settings → Basic.',
    );
  if (/client.secret/i.test(failure)) return wrongSecret();
  if (/\bcode\b/i.test(failure))
    return ok(area, 'It knows INSTAGRAM_APP_ID; whether INSTAGRAM_APP_SECRET is right shows when someone connects');
  return warning(
    area,
    `It gives an unknown answer to a made-up code: ${failure.slice(0, 120)}`,
    'Connect an account with Instagram to see whether it works.',
  );
}

/** Checks the app's secret and the permissions with the token of a connected login. */
export async function checkInstagramLogin(app: InstagramApp, stored: StoredLogins): Promise<Check[]> {
  const graph = createLogin(app);
  const login = await findLogin(graph, stored, 'instagram');
  if (login === 'damaged')
    return [error(area, 'The token of a connected login is damaged', 'Its user must connect the account again.')];
  if (!login)
    return [
      warning(
        area,
        'No account is connected with Instagram, so INSTAGRAM_APP_SECRET and permissions could not be checked',
        'Sign in, connect one under Profile, and run tidemark doctor again.',
      ),
    ];
  try {
    await graph.instagramLogin.identify(login.token);
    if (!(await acceptsSecret(graph.instagramLogin, login.token))) return [wrongSecret()];
    const missing = await graph.instagramLogin.findMissing(login.token);
    return [
      ok(area, 'It accepts INSTAGRAM_APP_SECRET'),
      missing.length === 0
        ? ok(area, 'A connected login has all required permissions')
        : error(
            area,
            `A connected login lacks ${missing.join(', ')}`,
            'Add these permissions to the app, then connect the account again with all of them switched on.',
          ),
    ];
  } catch (cause) {
    if (!(cause instanceof GraphError)) throw cause;
    return [toFailure(cause)];
  }
}

/**
 * Exchanges a token that needs no exchange, which is refused. A wrong secret is refused first: "Error validating client
 * secret", code 100, as users have recorded.
 */
async function acceptsSecret(login: ReturnType<typeof createLogin>['instagramLogin'], token: string): Promise<boolean> {
  try {
    await login.toLongLived(token);
  } catch (cause) {
    const isAnswer = cause instanceof GraphError && cause.code !== null && !cause.kind.startsWith('throttle');
    if (!isAnswer) throw cause;
    return !/client secret/i.test(cause.message);
  }
  return true;
}

function toFailure(cause: GraphError): Check {
  if (cause.kind === 'transient')
    return unreachable(
      area,
      'The Graph API cannot be reached',
      cause.cause ?? cause,
      'Check the network and INSTAGRAM_GRAPH_BASE_URL.',
    );
  if (cause.kind !== 'auth' && cause.kind !== 'permission')
    return warning(
      area,
      `A connected login could not be checked: ${cause.message.slice(0, 120)}`,
      'Run tidemark doctor again later.',
    );
  return error(
    area,
    `It rejects a connected login (code ${cause.code ?? 'none'}: ${cause.message.slice(0, 120)})`,
    'Its user must connect the account again under Profile.',
  );
}
