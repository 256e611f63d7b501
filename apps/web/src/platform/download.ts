import type { EndpointRequest } from '@tidemark/contract';
import { type AnyEndpoint, type Parts, sendSignedIn, toCallResult } from './call.ts';
import { CallError } from './failed-call.ts';

export interface DownloadedFile {
  content: Blob;
  /** Given by the server. */
  name: string | null;
}

export interface DownloadWatch {
  signal: AbortSignal;
  /** Called with the bytes received so far. */
  onReceived: (bytes: number) => void;
}

/** Downloads the file that an endpoint returns. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  request: unknown extends EndpointRequest<E> ? Record<string, never> : EndpointRequest<E> & Parts,
  { signal, onReceived }: DownloadWatch,
): Promise<DownloadedFile> {
  const response = await sendSignedIn(endpoint, request, signal);
  if (response.ok) {
    const [, name = null] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { content: await readContent(response, onReceived), name };
  }
  await toCallResult(endpoint, response);
  throw new CallError({ status: response.status, message: 'Unexpected error occurred' });
}

async function readContent({ body, headers }: Response, onReceived: DownloadWatch['onReceived']): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    onReceived((received += part.value.byteLength));
  }
  return new Blob(parts, { type: headers.get('content-type') ?? '' });
}
