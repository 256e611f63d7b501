// Many live streams for a while: one update a second to all, clients leaving and joining each second, pings, and
// memory.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStreamClients, openStream } from './live-holders.ts';
import type { Order, Reply, Request } from './live-server.ts';
import { count, milliseconds, now, percentile, printTable, within } from './report.ts';
import { startEngine } from './start-parts.ts';

const streamCount = Number(process.env['BENCH_STREAMS'] ?? 2_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 35);
const churn = Number(process.env['BENCH_CHURN'] ?? 7);
const pingOnTimeMillis = 2_000;

interface Heard {
  updates: number[];
  pings: number[];
}

async function measure(
  order: Order,
  streamClients: Awaited<ReturnType<typeof createStreamClients>>,
): Promise<string[]> {
  const child = fork(path.join(import.meta.dirname, 'live-server.ts'), {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  const ask = async <Type extends Reply['type']>(type: Type, request: Request | Order) => {
    const answer = within(30, type, nextReply(type));
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

  const heard: Heard = { updates: [], pings: [] };
  let sentAt = 0;
  let cutOff = 0;
  let expectedPings = 0;
  let lastTick = '';
  const open = new Map<IncomingMessage, number>();
  try {
    const { url } = await ask('listening', order);
    const openOne = async (number: number) => {
      const holder = streamClients[number % streamClients.length];
      let greeted = false;
      let hasExpired = false;
      const stream = await openStream(`${url}/${holder?.token}`, (text) => {
        if (text.includes('event: account-update')) heard.updates.push(now() - sentAt);
        if (text.includes('"sse-expired"')) hasExpired = true;
        const [, at] = /event: ping\ndata: .*"at":"([^"]+)"/.exec(text) ?? [];
        if (!at || !measuring) return;
        // A stream's first ping is its greeting; the others reach all streams at once.
        if (greeted) {
          if (at !== lastTick) expectedPings += open.size;
          lastTick = at;
          heard.pings.push(Date.now() - Date.parse(at));
        }
        greeted = true;
      });
      greeted ||= !measuring;
      open.set(stream, number);
      stream.once('close', () => {
        if (!open.delete(stream)) return;
        // Browsers reconnect once a stream reaches its maximum age.
        if (hasExpired && measuring) ended.push(number);
        else cutOff += 1;
      });
    };
    let ended: number[] = [];
    let measuring = false;
    for (let at = 0; at < streamCount; at += 50)
      await Promise.all(Array.from({ length: Math.min(50, streamCount - at) }, (_, index) => openOne(at + index)));
    await ask('followed', { type: 'follow', userIds: streamClients.map(({ userId }) => userId) });

    const memory: number[] = [];
    const { heap: heapAtFirst } = await ask('memory', { type: 'memory' });
    measuring = true;
    let wanted = 0;
    for (const end = now() + seconds * 1000; now() < end;) {
      const roundAt = now();
      const left: string[] = [];
      for (const [stream, number] of [...open].slice(0, churn)) {
        open.delete(stream);
        stream.destroy();
        ended.push(number);
      }
      const coming = ended;
      ended = [];
      for (const number of coming) {
        await openOne(number);
        left.push(streamClients[number % streamClients.length]?.userId ?? '');
      }
      // Browsers do the same: a person's subscriptions end with their last stream.
      await ask('followed', { type: 'follow', userIds: left });
      sentAt = now();
      wanted += open.size;
      ({ at: sentAt } = await ask('sent', { type: 'broadcast' }));
      await sleep(Math.max(0, 1000 - (now() - roundAt)));
      memory.push((await ask('memory', { type: 'look' })).rss);
    }
    measuring = false;
    const { heap } = await ask('memory', { type: 'memory' });
    const late = heard.pings.filter((millis) => millis > pingOnTimeMillis).length;
    return [
      order.kind === 'bare' ? 'anchor: bare node:http' : 'Tidemark',
      `${((heard.updates.length / wanted) * 100).toFixed(2)} %`,
      milliseconds(percentile(heard.updates, 0.5)),
      milliseconds(percentile(heard.updates, 0.99)),
      order.kind === 'bare' ? 'none' : `${count(heard.pings.length - late)} of ${count(expectedPings)}`,
      count(cutOff),
      `${count((memory[0] ?? 0) / 1024 ** 2)} MB`,
      `${count(Math.max(...memory) / 1024 ** 2)} MB`,
      `${count(heapAtFirst / 1024 ** 2)} → ${count(heap / 1024 ** 2)} MB`,
    ];
  } finally {
    for (const stream of open.keys()) stream.destroy();
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
  const rows = [
    await measure({ kind: 'bare', address: engine.address }, streamClients),
    await measure({ kind: 'tidemark', address: engine.address }, streamClients),
  ];
  printTable(
    `live for ${count(seconds)} s: ${count(streamCount)} streams, an update a second to all, ${churn} leave and come a second; wanted: p99 500 ms, 99.9 % of pings, 250 MB`,
    ['', 'updates arrived', 'p50', 'p99', 'pings in 2 s', 'cut off', 'memory at first', 'at most', 'heap'],
    rows,
  );
} finally {
  await engine.stop();
}
