// A process with nothing but live streams, to isolate their memory: the product's own implementation, or a bare one for
// comparison.
import http, { type ServerResponse } from 'node:http';
import { rateLimits, type LiveMessage } from '@tidemark/contract';
import { connectDatabase, type DatabaseAddress } from '../apps/server/src/database/database.ts';
import { createLiveStreams, createLiveTokens, liveRoutes } from '../apps/server/src/features/live/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createLocalEventBus } from '../apps/server/src/platform/events/event-bus.ts';
import { createAdmissions } from '../apps/server/src/platform/http/admission.ts';
import { createPendingResponses } from '../apps/server/src/platform/http/pending-responses.ts';
import { createHttpServer } from '../apps/server/src/platform/http/http-server.ts';
import { createDelegations } from '../apps/server/src/platform/http/delegations.ts';
import { createRunCalls } from '../apps/server/src/platform/http/run-calls.ts';
import { createLimits } from '../apps/server/src/platform/http/limits.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { now } from './report.ts';

export interface Order {
  kind: 'tidemark' | 'bare';
  address: DatabaseAddress;
}
export type Request =
  { type: 'follow'; userIds: string[] } | { type: 'broadcast' } | { type: 'memory' } | { type: 'look' };
export type Reply =
  | { type: 'listening'; url: string }
  | { type: 'followed' }
  | { type: 'sent'; at: number }
  | { type: 'memory'; rss: number; heap: number };

const docId = '17841400000000001';
const event = {
  type: 'account-update' as const,
  docType: 'account' as const,
  docId,
  doc: {
    _id: docId,
    updatedAt: new Date().toISOString(),
    syncRunning: true,
    initialization: { active: true, tasks: { insights: { status: 'in_progress' as const, done: 90, total: 730 } } },
    tasks: {},
    metadata: { followersCount: 48_213 },
    earliestDate: '2024-11-21',
    lastSyncAt: null,
    nextSyncAt: null,
    problem: null,
    dataVersion: 12,
  },
};

interface OpenStreams {
  url: string;
  follow(userIds: string[]): Promise<void>;
  broadcast(): Promise<void>;
}

async function openTidemarkStreams(address: DatabaseAddress): Promise<OpenStreams> {
  const db = connectDatabase(address);
  const events = createLocalEventBus<LiveMessage>();
  const streams = createLiveStreams();
  const admission = createAdmissions();
  events.subscribe((message) => streams.deliver(message));
  const server = await createHttpServer({
    routes: liveRoutes({
      db,
      tokens: createLiveTokens({ db, clock: systemClock }),
      streams,
      events,
      watchAccounts: async () => undefined,
    }),
    log: createLog({ level: 'silent' }),
    authenticate: () => Promise.reject(new Error('Streams are opened with live tokens only')),
    enterWorkspace: () => Promise.reject(new Error('Streams are opened with live tokens only')),
    runCalls: createRunCalls({ delegations: createDelegations(), admission }),
    clock: systemClock,
    trustProxy: [],
    limits: createLimits({
      perIp: 1_000_000,
      perUser: 1_000_000,
      named: rateLimits,
      redis: null,
      onProblem: console.error,
    }),
    rateLimits,
    admission,
    pending: createPendingResponses(),
    allowedOrigins: { pictures: [], scripts: [], frames: [], calls: [] },
    appUrl: 'http://localhost',
    hsts: 'off',
  });
  return {
    url: `${await server.listen({ port: 0, host: '127.0.0.1' })}/api/v1/sse/user`,
    async follow(userIds) {
      for (const userId of userIds) await events.publish({ to: 'follow', userId, document: `account:${docId}` });
    },
    broadcast: () => events.publish({ to: 'document', docType: 'account', docId, event }),
  };
}

async function openBareStreams(): Promise<OpenStreams> {
  const open = new Set<ServerResponse>();
  const text = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text({ type: 'ping' }));
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/stream`,
    follow: async () => undefined,
    async broadcast() {
      const once = text(event);
      for (const response of open) response.write(once);
    },
  };
}

function reply(message: Reply): void {
  process.send?.(message);
}

async function serve({ kind, address }: Order): Promise<void> {
  const held = kind === 'tidemark' ? await openTidemarkStreams(address) : await openBareStreams();
  process.on('message', (request: Request) => {
    if (request.type === 'follow') void held.follow(request.userIds).then(() => reply({ type: 'followed' }));
    if (request.type === 'broadcast') {
      const at = now();
      void held.broadcast().then(() => reply({ type: 'sent', at }));
    }
    if (request.type === 'memory' || request.type === 'look') {
      if (request.type === 'memory') globalThis.gc?.();
      const { rss, heapUsed, external } = process.memoryUsage();
      reply({ type: 'memory', rss, heap: heapUsed + external });
    }
  });
  reply({ type: 'listening', url: held.url });
}

process.once('message', (order: Order) => void serve(order));
process.once('disconnect', () => process.exit(0));
