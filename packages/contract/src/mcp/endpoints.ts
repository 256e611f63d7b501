import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Address of the MCP server; the same calls are below `/api/v1`. */
export const mcpPath = '/mcp';

export const callMcp = endpoint({
  method: 'POST',
  path: mcpPath,
  access: 'program',
  member: 'person',
  scope: 'any',
  cost: 'batch',
  summary: 'Receives a Model Context Protocol message (streamable HTTP, without sessions); also served at /mcp',
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  response: z.unknown(),
  failsAsJsonRpc: true,
  failures: ['cross_site_request'],
});

export const openMcpStream = endpoint({
  method: 'GET',
  path: mcpPath,
  access: 'public',
  cost: 'status',
  summary: 'Always returns 405, as the protocol allows: this server sends no messages of its own',
  response: z.unknown(),
  failures: ['method_not_allowed'],
});

export const endMcpSession = endpoint({
  method: 'DELETE',
  path: mcpPath,
  access: 'public',
  cost: 'status',
  // Clients declare a content type for a body they do not send, which a JSON parser would reject.
  rawBody: true,
  summary: 'Always returns 405, as the protocol allows: there are no sessions to end',
  response: z.unknown(),
  failures: ['method_not_allowed'],
});
