import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify from 'fastify';
import type { ProviderFetch } from '../../../clients/identity-provider/discovery.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { findIdentity } from '../queries.ts';
import { providerCookies, toProviderConfiguration } from './provider-configuration.ts';
import { loadProviderSecrets } from './provider-secrets.ts';
import { createStoredEntries } from './stored-entries.ts';

const mount = '/id';
/** Paths that browsers need. All other paths are called in-process only, without the network. */
export const publicPaths = ['/authorize', '/authorize/:uid', '/jwks', '/.well-known/openid-configuration'].map(
  (path) => mount + path,
);

export interface BuiltInProviderDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Log;
  appUrl: string;
  oidc: { issuer: string; clientId: string; audience: string | null; scope: string; rolesClaim: string | null };
  maxHours: number;
}

/** Creates Tidemark's own OpenID provider, for installations without another. */
export async function createBuiltInProvider({ db, vault, clock, log, appUrl, oidc, maxHours }: BuiltInProviderDeps) {
  // Only the features that this kind of sign-in needs.
  const { Provider } = await import('oidc-provider');
  const secrets = await loadProviderSecrets({ db, vault, clock });
  const { clientId, scope } = oidc;
  const provider = new Provider(
    oidc.issuer,
    toProviderConfiguration({
      appUrl,
      clientId,
      scope,
      audience: oidc.audience ?? '',
      rolesClaim: oidc.rolesClaim ?? '',
      maxHours,
      secrets,
      adapter: createStoredEntries({ db, vault, clock }),
      findIdentity: (subject) => findIdentity(db, { subject }),
    }),
  );
  provider.proxy = true;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The built-in identity provider failed'));
  const answer = provider.callback();
  const { host, protocol } = new URL(appUrl);
  const sessionCookie = new RegExp(String.raw`(^|;\s*)${providerCookies(appUrl).session}(\.sig)?=[^;]*`, 'g');

  /** Handles a request. Every URL that the provider writes comes from `APP_URL`, whatever the request's headers say. */
  async function handle(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) {
    request.originalUrl = request.url ?? mount;
    request.url = request.originalUrl.slice(mount.length) || '/';
    const { headers } = request;
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-for'];
    headers.host = host;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    // Our own session is the only one: each sign-in asks for the password or a passkey.
    if (headers.cookie) headers.cookie = headers.cookie.replace(sessionCookie, '');
    await answer(request, response);
  }

  const inProcess = Fastify();
  inProcess.removeAllContentTypeParsers();
  inProcess.addContentTypeParser('*', (_request, _payload, done) => done(null));
  inProcess.all('*', async (request, reply) => {
    reply.hijack();
    await handle(request.raw, reply.raw);
  });

  /** Calls the provider without the network: its public URL may not be reachable from this machine. */
  const fetchInProcess: ProviderFetch = async (address, init) => {
    const request = new Request(address, init);
    const { pathname, search } = new URL(address);
    const body = await request.text();
    const { statusCode, headers, rawPayload } = await inProcess.inject({
      method: request.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(body && { payload: body }),
    });
    const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: entries });
  };

  return {
    handle,
    fetch: fetchInProcess,
    clientSecret: secrets.clientSecret,
    /** Returns true if this browser has a sign-in to answer. */
    isAsking: (request: IncomingMessage, response: ServerResponse) =>
      provider.interactionDetails(request, response).then(
        () => true,
        () => false,
      ),
    /** Answers this browser's sign-in; returns where it continues, or null if it has none. */
    answerSignIn: (request: IncomingMessage, response: ServerResponse, subject: string): Promise<string | null> =>
      provider
        .interactionResult(request, response, { login: { accountId: subject, remember: false } })
        .catch((error: unknown) => {
          log.debug({ err: error }, 'A sign-in could not be answered');
          return null;
        }),
  };
}

export type BuiltInProvider = Awaited<ReturnType<typeof createBuiltInProvider>>;
