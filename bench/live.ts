import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStreamClients, openStream, type StreamClient } from './live-holders.ts';
import type { Order, Reply, Request } from './live-server.ts';
import { count, milliseconds, now, percentile, printTable, ratio, within } from './report.ts';
import { startEngine } from './start-parts.ts';

const streamCount = 1_000;
const broadcasts = 5;

async function measure(order: Order, streamClients: StreamClient[]) {
  const child = fork(path.join(import.meta.dirname, 'live-server.ts'), {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  const ask = async <Type extends Reply['type']>(type: Type, request: Request | Order) => {
    const answer = within(20, type, nextReply(type));
    child.send(request);
    return answer;
  };
  const nextReply = <Type extends Reply['type']>(type: Type) =>
    new Promise<Extract<Reply, { type: Type }>>((done) => {
      const listen = (reply: Reply) => {
        if (!belongsTo(type, reply)) return;
        child.off('message', listen);
        done(reply);
      };
      child.on('message', listen);
    });

  const opened: IncomingMessage[] = [];
  const arrivals: number[] = [];
  try {
    const { url } = await ask('listening', order);
    const openAll = async (some: StreamClient[]) => {
      for (let at = 0; at < some.length; at += 50) {
        const wave = some.slice(at, at + 50).map(({ token }) =>
          openStream(`${url}/${token}`, (text) => {
            if (text.includes('event: account-update')) arrivals.push(now());
          }),
        );
        opened.push(...(await within(20, 'Opening streams', Promise.all(wave))));
      }
    };
    // Warm-up: compiles code and fills pools before the measurement.
    await openAll(streamClients.slice(0, 200));
    await ask('sent', { type: 'broadcast' });
    for (const response of opened.splice(0)) response.destroy();
    await sleep(500);

    const before = await ask('memory', { type: 'memory' });
    const started = performance.now();
    await openAll(streamClients);
    const openedPerSecond = streamClients.length / ((performance.now() - started) / 1000);
    await ask('followed', { type: 'follow', userIds: streamClients.map(({ userId }) => userId) });

    const delays: number[] = [];
    for (let round = 0; round < broadcasts; round += 1) {
      arrivals.length = 0;
      const { at } = await ask('sent', { type: 'broadcast' });
      await sleep(1000);
      delays.push(...arrivals.map((arrival) => arrival - at));
    }
    const after = await ask('memory', { type: 'memory' });
    const perStream = (bytes: number) => bytes / streamClients.length / 1024;
    return {
      openedPerSecond,
      delivered: delays.length,
      p50: percentile(delays, 0.5),
      p99: percentile(delays, 0.99),
      heap: perStream(after.heap - before.heap),
      rss: perStream(after.rss - before.rss),
    };
  } finally {
    for (const response of opened) response.destroy();
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  }
}

function belongsTo<Type extends Reply['type']>(type: Type, reply: Reply): reply is Extract<Reply, { type: Type }> {
  return reply.type === type;
}

const engine = await startEngine();
try {
  const streamClients = await createStreamClients(engine.address, streamCount);
  const bare = await measure({ kind: 'bare', address: engine.address }, streamClients);
  const tidemark = await measure({ kind: 'tidemark', address: engine.address }, streamClients);

  const expected = count(streamClients.length * broadcasts);
  const kib = (value: number) => `${value.toFixed(1)} KiB`;
  printTable(
    `live: ${count(streamCount)} streams, one update a second to all, ${broadcasts} times`,
    ['', 'anchor: bare node:http', 'Tidemark', 'to the anchor'],
    [
      [
        `delivered of ${expected}`,
        count(bare.delivered),
        count(tidemark.delivered),
        ratio(tidemark.delivered, bare.delivered),
      ],
      ['delivery p50', milliseconds(bare.p50), milliseconds(tidemark.p50), ratio(tidemark.p50, bare.p50)],
      ['delivery p99', milliseconds(bare.p99), milliseconds(tidemark.p99), ratio(tidemark.p99, bare.p99)],
      ['heap per stream', kib(bare.heap), kib(tidemark.heap), ratio(tidemark.heap, bare.heap)],
      ['resident memory per stream', kib(bare.rss), kib(tidemark.rss), ratio(tidemark.rss, bare.rss)],
      [
        'streams opened per second',
        count(bare.openedPerSecond),
        count(tidemark.openedPerSecond),
        ratio(tidemark.openedPerSecond, bare.openedPerSecond),
      ],
    ],
  );
} finally {
  await engine.stop();
}
