import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Exchange {
  /** Place of the request since the last `strike`, from 1. */
  number: number;
  path: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns what the client gets instead of the network's answer, also to another path; null closes the connection. */
export type Fault = (
  exchange: Exchange,
  forward: (path?: string) => Promise<Answer>,
) => Promise<Answer | null> | Answer | null;

const honest: Fault = (_exchange, forward) => forward();

/** Stands between a connector and its network, whichever that is, and can spoil what it answers. */
export async function startFaultProxy(upstream: string) {
  let fault = honest;
  let number = 0;
  const server = createServer((request, response) => {
    void answer().then((given) => {
      if (!given) return response.destroy();
      response.writeHead(given.status, given.headers);
      return response.end(given.body);
    });

    async function answer(): Promise<Answer | null> {
      const body = await buffer(request);
      const asked = request.url ?? '';
      number += 1;
      return fault({ number, path: asked }, async (path = asked) => {
        const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
        const reply = await fetch(`${upstream}${path}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>, // Node gives lists only for cookies, which nobody sends
          ...(body.length > 0 && { body }),
        });
        const kept = [...reply.headers].filter(
          ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection|keep-alive)$/.test(name),
        );
        return { status: reply.status, headers: Object.fromEntries(kept), body: await reply.text() };
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    /** Spoils answers from now on; without a fault, none. */
    strike(next: Fault = honest): void {
      fault = next;
      number = 0;
    },
    /** Requests since the last `strike`. */
    count: () => number,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

type Json = Record<string, unknown>;

/** Changes each object of an answer, inner ones first. */
export function mapObjects({ body, ...answer }: Answer, change: (object: Json) => Json): Answer {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map);
    if (value === null || typeof value !== 'object') return value;
    return change(Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapField(name, field)])));
  };
  // An item of a batch has its answer as text.
  const mapField = (name: string, field: unknown) =>
    name === 'body' && typeof field === 'string' ? JSON.stringify(map(JSON.parse(field))) : map(field);
  return { ...answer, body: JSON.stringify(map(JSON.parse(body))) };
}

/** Adds a field to each object of an answer. */
export const addUnknownFields = (answer: Answer) =>
  mapObjects(answer, (object) => ({ ...object, unknown_field: { value: 17 } }));
