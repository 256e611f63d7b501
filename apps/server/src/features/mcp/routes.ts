import { callMcp, endMcpSession, openMcpStream } from '@tidemark/contract';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Delegations } from '../../platform/http/delegations.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { McpServerDeps } from './answer-message.ts';
import { createChallenge } from './oauth.ts';

export interface McpDeps extends McpServerDeps {
  delegations: Delegations;
  /** `mcpResource` is null if only API keys open the server. */
  config: Pick<Config, 'mcpResource'>;
}

/**
 * Serves MCP: its tools call the same API as everyone else, as the caller, so that scopes, limits and access to
 * accounts are checked in one place. Every request is complete in itself.
 */
export function mcpRoutes({ delegations, config, ...deps }: McpDeps): Route[] {
  const { origin } = new URL(deps.appUrl);
  const mcp = route(callMcp, async ({ viewer, body, reply, signal }) => {
    const { request } = reply;
    // The protocol requires this check, against names that a page has pointed at this server.
    if (![undefined, origin].includes(request.headers.origin)) throw new ApiError('cross_site_request');
    // Loaded with the first message: most installations have no assistant.
    const { answerMessage } = await import('./answer-message.ts');
    const response = await delegations.issue(viewer, (token) =>
      answerMessage(body, { ...deps, request, signal, token }),
    );
    // An empty body, as for a notification, has no type.
    const type = response.headers.get('content-type');
    if (type) reply.type(type);
    await reply.code(response.status).send(await response.text());
    return null;
  });

  return [
    config.mcpResource ? { ...mcp, challenge: createChallenge(deps.appUrl) } : mcp,

    ...[openMcpStream, endMcpSession].map((endpoint) =>
      route(endpoint, async ({ reply }) => {
        reply.header('allow', 'POST');
        throw new ApiError('method_not_allowed');
      }),
    ),
  ];
}
