import { keyScopes, mcpPath } from '@tidemark/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Challenge } from '../../platform/http/route.ts';

type McpConfig = Pick<Config, 'mcpResource' | 'oidc'>;

const metadataPath = '/.well-known/oauth-protected-resource';
const Missing = z.object({ scope: z.string() });

/** Serves where programs get tokens for the MCP server (RFC 9728), unless only API keys open it. Clients try both URLs. */
export function serveResourceMetadata(server: FastifyInstance, { mcpResource: resource, oidc }: McpConfig): void {
  if (!resource) return;
  const metadata = {
    resource,
    resource_name: 'Tidemark',
    authorization_servers: [oidc.issuer],
    scopes_supported: keyScopes,
    bearer_methods_supported: ['header'],
  };
  for (const path of [metadataPath, metadataPath + mcpPath])
    server.get(path, { schema: { hide: true } }, async (_request, reply) => {
      // Assistants that run in a browser read it from their own origin.
      reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=300');
      return metadata;
    });
}

/** Tells a client where to get a token, or which scopes it lacks (RFC 6750, RFC 9728). */
export function createChallenge(appUrl: string): Challenge {
  const metadata = `resource_metadata="${appUrl}${metadataPath}${mcpPath}"`;
  return ({ status, code, details }, { headers, viewer }) => {
    if (code === 'insufficient_scope') {
      const missing = Missing.safeParse(details).data?.scope.split(' ') ?? [];
      // Clients request exactly these, so earlier granted scopes must be among them.
      const scopes = new Set([...(viewer?.program?.scopes ?? []), ...missing]);
      return `Bearer error="insufficient_scope", scope="${[...scopes].join(' ')}", ${metadata}`;
    }
    if (status !== 401) return null;
    if (headers.authorization !== undefined) return `Bearer error="invalid_token", ${metadata}`;
    return `Bearer ${metadata}, scope="${keyScopes.join(' ')}"`;
  };
}
