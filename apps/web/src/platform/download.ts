import type { EndpointRequest } from '@tidemark/contract';
import { type AnyEndpoint, type Parts, sendSignedIn, toCallResult } from './call.ts';
import { CallError } from './failed-call.ts';

export interface DownloadedFile {
  content: Blob;
  /** Name from the server. */
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

/**
 * Reads the content while reporting progress. The browser collects it, since it need not keep a large file in memory.
 */
function readContent({ body, headers }: Response, onReceived: DownloadWatch['onReceived']): Promise<Blob> {
  const reader = body?.getReader();
  let received = 0;
  const counted = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const part = await reader?.read();
      if (!part?.value) return controller.close();
      onReceived((received += part.value.byteLength));
      controller.enqueue(part.value);
    },
  });
  return new Response(counted, { headers }).blob();
}
