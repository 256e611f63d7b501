import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  type FailureBody,
  toEndpointPath,
  toRequestParts,
} from '@tidemark/contract';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';

/** Headers that identify the same caller, in the same place, and what they accept, in an injected call. */
const passedOn = [
  'accept',
  'authorization',
  'host',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

interface InjectedRequest {
  method: Endpoint['method'];
  url: string;
  payload?: object | undefined;
}

/**
 * Sends the same caller's requests to this server: each is authenticated, limited, queued and logged like any other.
 */
export function createInjection(
  request: FastifyRequest,
  {
    signal,
    token,
    accept,
  }: { signal: AbortSignal; /** Both replace the caller's own. */ token?: string; accept?: string },
) {
  const { server, raw } = request;
  const headers = {
    ...toPassedOn(request),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(accept && { accept }),
  };
  return (injected: InjectedRequest) =>
    server.inject({ ...injected, headers, remoteAddress: raw.socket.remoteAddress ?? '', signal });
}

export type CallEndpoint = <E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E>,
) => Promise<EndpointResponse<E>>;

/** Calls endpoints as a request's caller; throws their failures. */
export function createInjectedCall(
  request: FastifyRequest,
  { prefix, ...options }: { prefix: string; signal: AbortSignal; token: string },
): CallEndpoint {
  const inject = createInjection(request, options);
  return async (endpoint, given) => {
    const { body, ...parts } = toRequestParts(given);
    const { statusCode, payload } = await inject({
      method: endpoint.method,
      url: prefix + toEndpointPath(endpoint.path, parts),
      payload: body,
    });
    const answer: unknown = JSON.parse(payload);
    if (statusCode === (endpoint.status ?? 200)) return toDeclared(endpoint, answer);
    const { code, message, details } = toFailure(answer).error;
    throw new ApiError(code, details, { message });
  };
}

/** Safe because the server has serialised the response with the same endpoint's schema. */
function toDeclared<E extends Endpoint>(_endpoint: E, answer: unknown): EndpointResponse<E> {
  return answer as EndpointResponse<E>;
}

/** Safe because `sendError` writes every other response. */
function toFailure(answer: unknown): FailureBody {
  return answer as FailureBody;
}

function toPassedOn({ headers }: FastifyRequest): Record<string, string | string[]> {
  return Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
