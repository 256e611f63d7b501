import type { EndpointRequest } from '@tidemark/contract';
import { type AnyEndpoint, type Parts, sendSignedIn, toCallResult } from './call.ts';
import { CallError } from './failed-call.ts';

type Arguments<E> = unknown extends EndpointRequest<E> ? [] : [request: EndpointRequest<E> & Parts];

/** Downloads the file that an endpoint returns, with the name that the server gave it. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  ...[request]: Arguments<E>
): Promise<{ content: Blob; name: string | null }> {
  const response = await sendSignedIn(endpoint, request ?? {});
  if (response.ok) {
    const [, name = null] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { content: await response.blob(), name };
  }
  await toCallResult(endpoint, response);
  throw new CallError({ status: response.status, message: 'Unexpected error occurred' });
}
