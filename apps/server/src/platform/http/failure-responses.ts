import { costs, failures, type Endpoint, type FailureCode } from '@tidemark/contract';
import { jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';

const Failure = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: z.unknown().optional(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
const JsonRpcFailure = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.object({
      code: z.int(),
      message: z.string(),
      data: z.object({ code: z.string(), details: z.unknown().optional(), requestId: z.string() }),
    }),
  })
  .meta({ id: 'JsonRpcError' });

/** Returns an endpoint's error responses by status, for the OpenAPI document. */
export function toFailureResponses(endpoint: Endpoint) {
  const codes = [...new Set([...endpoint.failures, ...listCommonFailures(endpoint)])];
  const schema = endpoint.failsAsJsonRpc ? JsonRpcFailure : Failure;
  const byStatus = Map.groupBy(codes, (code) => failures[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, found]) => [
      status,
      { description: found.join(', '), content: { 'application/json': { schema } } },
    ]),
  );
}

/**
 * Lists errors that an endpoint may return without declaring them: those of everything that happens before its handler.
 */
function listCommonFailures(endpoint: Endpoint): FailureCode[] {
  const { params, query, body, rawBody, cost } = endpoint;
  const found: FailureCode[] = ['misdirected', 'too_many_requests', 'internal_error'];
  if (params ?? query ?? body ?? rawBody) found.push('invalid_input');
  if (body ?? rawBody) found.push('payload_too_large', 'unsupported_media_type');
  if (costs[cost].waitsFor) found.push('overloaded', 'database_unavailable');
  const callerFailures = listCallerFailures(endpoint);
  if (callerFailures.length > 0) found.push(...callerFailures, 'overloaded', 'database_unavailable', 'idp_unavailable');
  return found;
}

function listCallerFailures({ access, scope, recentSignIn, beforeSecondFactor }: Endpoint): FailureCode[] {
  const userFailures: FailureCode[] = ['unauthenticated', 'key_rejected', 'user_disabled', 'user_deleted'];
  if (!beforeSecondFactor) userFailures.push('second_factor_required');
  if (recentSignIn) userFailures.push('sign_in_again');
  if (access === 'session') return ['unauthenticated', 'cross_site_request'];
  if (access === 'program') return [...userFailures, 'insufficient_scope', 'forbidden'];
  if (access === 'system-admin') return [...userFailures, 'forbidden', 'key_not_accepted'];
  if (access !== 'user') return [];
  if (!scope) return [...userFailures, 'key_not_accepted'];
  return scope === 'any' ? userFailures : [...userFailures, 'key_scope_missing', 'insufficient_scope'];
}

/** Adds the error schema to the OpenAPI document, without its second form for requests, which nothing uses. */
export const describeFailures: typeof jsonSchemaTransformObject = (document) => {
  const described = jsonSchemaTransformObject(document);
  if ('components' in described)
    for (const name of ['ErrorInput', 'JsonRpcErrorInput']) delete described.components?.schemas?.[name];
  return described;
};
