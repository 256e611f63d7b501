import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `built` is the build that Tidemark serves, `upgraded` another one, `down` a proxy without a server behind it. */
type State = 'built' | 'upgraded' | 'down';

export interface ReplaceableBuild {
  url: string;
  /** Paths that were requested, with their status. */
  requests: string[];
  setState(state: State): void;
  stop(): Promise<void>;
}

const textTypes = /^(text\/html|text\/javascript|application\/javascript|text\/css)/;

/** Starts a proxy before a Tidemark that can replace its web app by one whose files all have other names. */
export async function startReplaceableBuild(upstream: string): Promise<ReplaceableBuild> {
  let state: State = 'built';
  const requests: string[] = [];

  function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const path = incoming.url ?? '/';
    outgoing.once('finish', () => requests.push(`${path} ${outgoing.statusCode}`));
    if (state === 'down') return void outgoing.writeHead(503).end();
    const isUpgraded = state === 'upgraded';
    if (path.startsWith('/assets/') && path.startsWith('/assets/upgraded/') !== isUpgraded)
      return void outgoing.writeHead(404).end();
    const { method } = incoming;
    // Tidemark answers only requests of its own origin.
    const headers = { ...incoming.headers, host: new URL(upstream).host, 'accept-encoding': 'identity' };
    if (headers.origin) headers.origin = upstream;
    // The other build's files differ from those it knows.
    if (isUpgraded) delete headers['if-none-match'];
    if (isUpgraded) delete headers['if-modified-since'];
    const upstreamUrl = new URL(path.replace('/assets/upgraded/', '/assets/'), upstream);
    const forwarded = request(upstreamUrl, { method, headers });
    forwarded.once('error', () => outgoing.destroy());
    forwarded.once('response', (response) => void send(response, outgoing, isUpgraded));
    incoming.pipe(forwarded);
  }

  const server = createServer(answer).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    requests,
    setState: (next) => (state = next),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function send(response: IncomingMessage, outgoing: ServerResponse, isUpgraded: boolean): Promise<void> {
  const { statusCode = 502, headers } = response;
  if (!isUpgraded || !textTypes.test(headers['content-type'] ?? '')) {
    outgoing.writeHead(statusCode, headers);
    return void response.pipe(outgoing);
  }
  const parts = await response.toArray();
  const { 'content-length': _, ...rest } = headers;
  outgoing.writeHead(statusCode, rest).end(Buffer.concat(parts).toString().replaceAll('assets/', 'assets/upgraded/'));
}
