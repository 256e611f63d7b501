import { randomUUID } from 'node:crypto';
import { importClientKey } from '../../clients/identity-provider/client-key.ts';
import { discover, httpTimeoutSeconds, type Discovery } from '../../clients/identity-provider/discovery.ts';
import { createRelyingParty, SignInError, type RelyingParty } from '../../clients/identity-provider/relying-party.ts';
import type { Config } from '../../config/config.ts';
import { error, ok, unreachable, warning, type Check } from './check.ts';

type Oidc = Config['oidc'];

const area = 'Identity provider';
const checks = { state: randomUUID(), nonce: randomUUID(), codeVerifier: 'tidemark-doctor'.repeat(4) };
/** OAuth's answers to a client that authenticates wrongly; Keycloak uses the second one. */
const rejections = new Set(['invalid_client', 'unauthorized_client']);
/** OpenID Connect's answers when a sign-in would have to show a page. */
const needsPage = new Set(['login_required', 'interaction_required', 'consent_required', 'account_selection_required']);

/** Asks the provider about the client and its redirect URI, without signing anyone in. */
export async function* checkClient(oidc: Oidc, appUrl: string): AsyncGenerator<Check> {
  const redirectUri = `${appUrl}/login`;
  const { clientKey } = oidc;
  const key = clientKey && (await importClientKey({ ...clientKey, pem: clientKey.pem.reveal() }));
  const secret = oidc.clientSecret?.reveal() ?? null;
  const toClient = (changes: { clientId?: string; clientSecret?: string; redirectUri?: string } = {}) =>
    createRelyingParty({
      ...oidc,
      clientSecret: secret,
      clientKey: key,
      redirectUri,
      postLogoutRedirectUri: `${appUrl}/`,
      ...changes,
    });
  try {
    const { discovery } = await discover(oidc.issuer);
    // A provider that looks at the code first gives a wrong client the same answer.
    const wrong = toClient(secret === null ? { clientId: randomUUID() } : { clientSecret: randomUUID() });
    const found = await checkCredentials(discovery, { client: toClient(), wrong, oidc });
    yield found;
    if (found.level !== 'error')
      yield await checkRedirectUri(discovery, {
        client: toClient(),
        wrong: toClient({ redirectUri: `${redirectUri}/not-registered` }),
        redirectUri,
      });
  } catch (cause) {
    yield unreachable(area, 'The client could not be checked', cause, 'Make the provider reachable from here.');
  }
}

async function checkCredentials(
  discovery: Discovery,
  { client, wrong, oidc }: { client: RelyingParty; wrong: RelyingParty; oidc: Oidc },
): Promise<Check> {
  const proof = oidc.clientKey ? 'OIDC_CLIENT_KEY_FILE' : 'OIDC_CLIENT_SECRET';
  const names = oidc.clientKey || oidc.clientSecret ? `OIDC_CLIENT_ID and ${proof}` : 'OIDC_CLIENT_ID';
  const answer = await tryInventedCode(discovery, client);
  if (answer.error !== null && rejections.has(answer.error))
    return error(
      area,
      `It rejects ${names} (${answer.error})`,
      oidc.clientKey || oidc.clientSecret
        ? `Copy the client ID from the provider again, and ${oidc.clientKey ? 'register the public half of the key there' : 'the client secret'}.`
        : 'Copy the client ID from the provider again. If the client is confidential there, set OIDC_CLIENT_SECRET.',
    );
  if (answer.error === 'invalid_grant' && (await tryInventedCode(discovery, wrong)).error !== 'invalid_grant')
    return ok(area, `It accepts ${names}`);
  return warning(
    area,
    answer.error === 'invalid_grant'
      ? `${names} could not be checked: it gives a wrong client the same answer`
      : `${names} could not be checked: ${answer.message}`,
    'Sign in once: the page’s Details and the log name a rejected client.',
  );
}

/** Returns the provider's refusal of a code that it never issued: it names the client if that is wrong as well. */
async function tryInventedCode(discovery: Discovery, client: RelyingParty): Promise<SignInError> {
  const query = new URLSearchParams({ code: randomUUID(), state: checks.state, iss: discovery.issuer });
  try {
    await client.exchange(discovery, query, checks);
    return new SignInError('The identity provider accepts a code that it never issued.');
  } catch (cause) {
    if (cause instanceof SignInError) return cause;
    throw cause;
  }
}

/** Only a registered redirect URI may receive an answer; for any other, providers show an error page. */
async function checkRedirectUri(
  discovery: Discovery,
  { client, wrong, redirectUri }: { client: RelyingParty; wrong: RelyingParty; redirectUri: string },
): Promise<Check> {
  const fix = `Register the redirect URI ${redirectUri} for the client at the provider, letter for letter.`;
  const registered = ok(area, `The redirect URI ${redirectUri} is registered`);
  const { status, location } = await tryToSignIn(discovery, client);
  if (location && location.origin + location.pathname === redirectUri) {
    const code = location.searchParams.get('error');
    if (code === null || needsPage.has(code)) return registered;
    return error(
      area,
      `It answers a sign-in with ${[code, location.searchParams.get('error_description')].filter(Boolean).join(': ').slice(0, 300)}`,
      'Compare OIDC_SCOPE, OIDC_RESOURCE and OIDC_AUTHORIZE_PARAMS with what the client may ask for at the provider.',
    );
  }
  if (isErrorPage(status))
    return error(area, `It answers a sign-in with an error page (${status}), as for an unknown redirect URI`, fix);
  const other = await tryToSignIn(discovery, wrong);
  if (isErrorPage(other.status)) return registered;
  return warning(area, 'The redirect URI could not be checked: it shows any address the same page', fix);
}

const isErrorPage = (status: number) => status >= 400 && status < 500 && status !== 429;

async function tryToSignIn(discovery: Discovery, client: RelyingParty) {
  const url = new URL(await client.toSignInUrl(discovery, checks));
  url.searchParams.set('prompt', 'none');
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(httpTimeoutSeconds * 1000) });
  await answer.body?.cancel();
  const location = answer.headers.get('location');
  return { status: answer.status, location: location === null ? null : URL.parse(location, url.href) };
}
