import type { Endpoint, EndpointRequest, EndpointResponse } from './endpoint.ts';
import { toEndpointPath, toRequestParts } from './endpoint-path.ts';
import type { FailureBody, FailureCode } from './failure.ts';

/** A response other than success, with the server's own code and message. */
export class TidemarkError extends Error {
  readonly status: number;
  /** Undefined if the response is not from Tidemark, such as a proxy's. */
  readonly code: FailureCode | undefined;
  readonly details: unknown;
  constructor(status: number, body: Partial<FailureBody>) {
    super(body.message ?? `The server answered with status ${status}`);
    this.name = 'TidemarkError';
    this.status = status;
    this.code = body.error?.code;
    this.details = body.error?.details;
  }
}

export interface ClientOptions {
  /** Address at which Tidemark opens in a browser. */
  url: string;
  key: string;
}

/** Calls a Tidemark server's endpoints with an API key, typed by their declarations. */
export function createClient({ url, key }: ClientOptions) {
  const prefix = `${url.replace(/\/+$/, '')}/api/v1`;

  return async function call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<EndpointResponse<E>> {
    const { body, ...parts } = toRequestParts(request);
    const response = await fetch(`${prefix}${toEndpointPath(endpoint.path, parts)}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    const answer: unknown = await response.json().catch(() => ({}));
    if (!response.ok) throw new TidemarkError(response.status, toFailure(answer));
    return toDeclared(endpoint, answer);
  };
}

/** Safe because every part is optional. */
function toFailure(answer: unknown): Partial<FailureBody> {
  return answer as Partial<FailureBody>;
}

/** Safe because the schema rejects everything else. */
function toDeclared<E extends Endpoint>({ response }: E, answer: unknown): EndpointResponse<E> {
  return response.parse(answer) as EndpointResponse<E>;
}
