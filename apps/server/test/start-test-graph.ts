import { startSandbox } from '@tidemark/sandbox';
import { createGraphHttp, type GraphHttp, type GraphOptions } from '../src/networks/instagram/client/graph-http.ts';

export type TestGraph = Awaited<ReturnType<typeof startTestGraph>>;

/** Starts only the sandbox's Graph API, with clients for it, to test how a client handles responses. */
export async function startTestGraph() {
  const sandbox = await startSandbox({ port: 0, appOrigins: [] });
  const { environment } = sandbox;

  /** Safe because the sandbox's own types describe its responses. */
  async function control<T>(path: string, body: unknown): Promise<T> {
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, request);
    if (!answer.ok) throw new Error(`/_sandbox/${path} answered ${answer.status}`);
    return (await answer.json()) as T;
  }

  return {
    control,
    connect: (options: Partial<GraphOptions> = {}): GraphHttp =>
      createGraphHttp({
        baseUrl: environment['META_GRAPH_BASE_URL'] ?? '',
        version: 'v25.0',
        appId: environment['META_APP_ID'] ?? '',
        appSecret: environment['META_APP_SECRET'] ?? '',
        ...options,
      }),
    close: () => sandbox.close(),
  };
}
