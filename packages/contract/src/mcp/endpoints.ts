import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** The address of the MCP server; the same calls are below `/api/v1`. */
export const mcpPath = '/mcp';

export const callMcp = endpoint({
  method: 'POST',
  path: mcpPath,
  access: 'program',
  scope: 'any',
  cost: 'batch',
  summary: 'Receives a message of the Model Context Protocol (streamable HTTP, without sessions); also served at /mcp',
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  response: z.unknown(),
  failures: [],
});

export const openMcpStream = endpoint({
  method: 'GET',
  path: mcpPath,
  access: 'public',
  cost: 'status',
  summary: 'Always returns 405: this server sends no messages of its own, as the protocol allows',
  response: z.unknown(),
  failures: ['method_not_allowed'],
});
