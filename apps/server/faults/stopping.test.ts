import { request as ask, type ClientRequest } from 'node:http';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startKillable, type Killable } from '../test/program/killable.ts';
import { until } from '../test/until.ts';

let program: Killable;
beforeAll(async () => (program = await startKillable()));
afterAll(() => program.remove());

interface Stream {
  reported(): string;
  isOpen(): boolean;
  closed: Promise<number>;
}

async function openStream(address: string, opened: ClientRequest[]): Promise<Stream> {
  let text = '';
  let open = true;
  const request = ask(address, { agent: false });
  opened.push(request);
  request.on('error', () => undefined).end();
  const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode?: number }];
  expect(answer.statusCode).toBe(200);
  answer.on('data', (part: Buffer) => (text += part.toString()));
  answer.on('error', () => undefined);
  const closed = new Promise<number>((done) => {
    answer.once('close', () => {
      open = false;
      done(Date.now());
    });
  });
  return { reported: () => text, isOpen: () => open, closed };
}

/** Opens ten streams per made-up user. */
async function openStreams(count: number): Promise<{ streams: Stream[]; requests: ClientRequest[] }> {
  const requests: ClientRequest[] = [];
  const streams: Stream[] = [];
  for (let person = 0; person < count / 10; person += 1) {
    const order = { email: 'maya@sandbox.test', overrides: { claims: { sub: `stranger-${person}`, email: null } } };
    const { accessToken } = await program.control<{ accessToken: string }>('tokens', order);
    const call = async <T>(place: string) => {
      const answer = await fetch(`${program.url()}/api/v1${place}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
      });
      return (await answer.json()) as T; // each caller names the part that it uses
    };
    const { user } = await call<{ user: { _id: string } }>('/user/load');
    const { token } = await call<{ token: string }>(`/sse/token/${user._id}`);
    const address = `${program.url()}/api/v1/sse/user/${token}`;
    streams.push(...(await Promise.all(Array.from({ length: 10 }, () => openStream(address, requests)))));
  }
  return { streams, requests };
}

/** Sends half of a request; the returned function sends the rest and returns the status. */
function beginRequest(address: string, token: string): () => Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 };
  const request = ask(address, { method: 'POST', agent: false, headers });
  const answered = new Promise<number>((done) => {
    request.once('response', (answer) => done(answer.resume().statusCode ?? 0));
    request.once('error', () => done(0));
  });
  request.write('{');
  return () => {
    request.end('}');
    return answered;
  };
}

async function getStatus(place: string): Promise<number> {
  const answer = await fetch(`${program.url()}/api/v1${place}`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? 0;
}

/** Links all of Theo's accounts with slow responses, so that their first syncs are in progress. */
async function beginSyncs(numbers: number[]): Promise<string[]> {
  await program.control('faults', {
    rules: [{ fault: 'slow', match: { path: 'insights|media' }, params: { millis: 400 } }],
  });
  const ids = await Promise.all(numbers.map((number) => program.accountNumber(number)));
  for (const id of ids) await program.link(id);
  await until(async () => (await program.struck()) > 0);
  return ids;
}

describe('stopping with a thousand streams, fifty requests and syncs in progress', () => {
  it('reports it, closes streams over 15 seconds, answers pending requests, and exits with 0', async () => {
    const ids = await beginSyncs([0, 1, 2]);
    const { streams } = await openStreams(1_000);
    const { accessToken } = await program.control<{ accessToken: string }>('tokens', { email: 'theo@sandbox.test' });
    const underWay = Array.from({ length: 50 }, () => beginRequest(`${program.url()}/api/v1/user/load`, accessToken));
    await sleep(700);

    const { child } = program.process();
    const ended = once(child, 'exit');
    const reportedAt = Date.now();
    child.kill('SIGTERM');
    await sleep(300);
    const whileEnding = [
      await getStatus('/health'),
      await getStatus('/ready'),
      await getStatus(`/sse/user/${'x'.repeat(43)}`),
    ];
    await sleep(1_000);
    const answered = await Promise.all(underWay.map((finish) => finish()));
    const closedAt = (await Promise.all(streams.map(({ closed }) => closed))).map((at) => at - reportedAt);
    const [code] = (await ended) as [number | null];
    const took = Date.now() - reportedAt;

    const perSecond = new Map<number, number>();
    for (const at of closedAt) perSecond.set(Math.floor(at / 1000), (perSecond.get(Math.floor(at / 1000)) ?? 0) + 1);
    console.info({ code, took, perSecond: [...perSecond].sort(([one], [other]) => one - other) });
    expect(whileEnding).toEqual([200, 503, 401]);
    expect(answered).toEqual(answered.map(() => 200));
    for (const stream of streams) expect(stream.reported()).toContain('server_shutdown_soon');
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(10_000);
    expect(Math.max(...perSecond.values())).toBeLessThan(150);
    expect(code).toBe(0);
    expect(took).toBeLessThan(25_000);
    await program.control('faults', { rules: [] });
    await program.start();
    for (const id of ids) await program.expectTruth(id);
  }, 180_000);

  it('exits immediately with 1 on a second signal, and loses nothing', async () => {
    const ids = await beginSyncs([3]);
    await openStreams(200);
    const { child } = program.process();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await sleep(1_500);

    const reportedAt = Date.now();
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];

    expect(code).toBe(1);
    expect(Date.now() - reportedAt).toBeLessThan(1_000);
    await program.control('faults', { rules: [] });
    await program.start();
    for (const id of ids) await program.expectTruth(id);
  }, 120_000);
});

it('resumes every stream after ten seconds of suspension, with its next ping on time', async () => {
  const { streams, requests } = await openStreams(20);
  const { child } = program.process();

  child.kill('SIGSTOP');
  await sleep(10_000);
  child.kill('SIGCONT');
  const before = streams.map((stream) => stream.reported().split('event: ping').length);
  // Pings come every 30 s; a client gives up after 45.
  await until(async () =>
    streams.every((stream, index) => stream.reported().split('event: ping').length > (before[index] ?? 0)),
  );

  expect(streams.every((stream) => stream.isOpen())).toBe(true);
  expect(await getStatus('/ready')).toBe(200);
  for (const request of requests) request.destroy();
}, 90_000);
