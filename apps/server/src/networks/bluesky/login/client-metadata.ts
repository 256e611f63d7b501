import { blueskyReturnPath } from '@tidemark/contract';
import type { OAuthClientMetadataInput } from '@atproto/oauth-client-node';
import type { FastifyInstance } from 'fastify';

const metadataPath = '/oauth/bluesky-client.json';
const loopbackReturnPath = '/oauth/bluesky-return';
const scope = 'atproto';

const isLoopback = (appUrl: string) => new URL(appUrl).protocol === 'http:';

/** Describes this installation to accounts' servers, which fetch it, unless it runs on the user's own machine. */
export function toClientMetadata(appUrl: string): OAuthClientMetadataInput {
  if (isLoopback(appUrl)) {
    const returnUrl = new URL(loopbackReturnPath, appUrl);
    // Servers return to an IP address only: https://atproto.com/specs/oauth#localhost-client-development
    returnUrl.hostname = '127.0.0.1';
    return {
      client_id: `http://localhost?${new URLSearchParams({ scope, redirect_uri: returnUrl.href }).toString()}`,
      redirect_uris: [returnUrl.href as `http://127.0.0.1${string}`],
      scope,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      dpop_bound_access_tokens: true,
    };
  }
  return {
    client_id: `${appUrl}${metadataPath}`,
    client_name: 'Tidemark',
    client_uri: appUrl as `https://${string}`,
    redirect_uris: [`${appUrl}${blueskyReturnPath}` as `https://${string}`],
    scope,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    dpop_bound_access_tokens: true,
  };
}

/** Serves the description, or on the user's own machine the way back from the IP address to the app's name. */
export function serveBlueskyClient(server: FastifyInstance, appUrl: string): void {
  const schema = { hide: true };
  if (isLoopback(appUrl))
    server.get(loopbackReturnPath, { schema }, (request, reply) =>
      reply.redirect(`${appUrl}${blueskyReturnPath}${new URL(request.url, appUrl).search}`),
    );
  else
    server.get(metadataPath, { schema }, async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return toClientMetadata(appUrl);
    });
}
