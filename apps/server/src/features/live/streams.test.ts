import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createLiveStreams, type LiveStreams } from './streams.ts';
import { until } from '../../../test/until.ts';

let closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing) close();
  closing = [];
  vi.useRealTimers();
});

const toRecipient = (userId: string) => ({ userId, personId: userId, accountIds: null });

/** Serves the streams on a test server; each reader reports what it received and whether it ended. */
async function hold(streams: LiveStreams, options?: Parameters<LiveStreams['open']>[2]) {
  const responses: http.ServerResponse[] = [];
  const server = http.createServer((request, response) => {
    responses.push(response);
    void streams.open(toRecipient(request.url ?? ''), response, options);
  });
  closing.push(() => server.closeAllConnections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  function read(userId: string) {
    const socket = net.connect(port, '127.0.0.1');
    closing.push(() => socket.destroy());
    let text = '';
    let ended = false;
    socket.on('data', (part) => (text += part.toString()));
    socket.once('close', () => (ended = true));
    socket.on('end', () => (ended = true)).on('error', () => undefined);
    socket.write(`GET ${userId} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    return { socket, text: () => text, hasEnded: () => ended };
  }
  return { read, responses, countEnded: () => responses.filter((response) => response.writableEnded).length };
}

it('drops only a reader that is too slow', async () => {
  const streams = createLiveStreams();
  const { read } = await hold(streams);
  const [slow, quick] = [read('/slow'), read('/quick')];
  await until(() => streams.count() === 2);
  slow.socket.pause();
  const event = { type: 'earliest-date' as const, accountId: 'x'.repeat(64 * 1024), earliestDate: '2026-01-01' };

  for (let sent = 0; sent < 400 && streams.count() === 2; sent += 1) {
    streams.deliver({ to: 'user', userId: '/slow', event });
    streams.deliver({ to: 'user', userId: '/quick', event });
    await once(quick.socket, 'data');
  }

  expect(streams.listRights().map(({ userId }) => userId)).toEqual(['/quick']);
  expect(quick.hasEnded()).toBe(false);
});

it('pings a stream only once it follows its accounts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const streams = createLiveStreams();
  const listed = Promise.withResolvers<string[]>();
  const { read } = await hold(streams, { listAccounts: () => listed.promise });
  const { text } = read('/maya');
  await until(() => streams.count() === 1);

  vi.advanceTimersByTime(30_000);
  streams.deliver({ to: 'user', userId: '/maya', event: { type: 'alerts-update', unread: 7 } });
  await until(() => text().includes('alerts-update'));
  expect(text()).not.toContain('event: ping');

  listed.resolve([]);
  await until(() => text().includes('event: ping'));
  vi.advanceTimersByTime(30_000);
  await until(() => text().split('event: ping').length === 3);
});

it('tells a page whether it missed anything since its data were read', async () => {
  const streams = createLiveStreams();
  const { read } = await hold(streams, { token: 'T' });
  const event = { type: 'alerts-update' as const, unread: 7 };
  const open = async () => {
    const { text, socket } = read('/maya');
    await until(() => text().includes('event: ping'));
    socket.destroy();
    return text().includes('"missedNothing":true');
  };

  const keepQuiet = streams.beginPage();
  keepQuiet('T');
  expect(await open()).toBe(true);
  // The token's next stream does not know what came in between.
  expect(await open()).toBe(false);

  const keepBusy = streams.beginPage();
  streams.deliver({ to: 'user', userId: '/theo', event });
  keepBusy('T');
  expect(await open()).toBe(false);
});

it('forgets pages that never open their stream', async () => {
  const streams = createLiveStreams();
  const { read } = await hold(streams, { token: 'first' });
  streams.beginPage()('first');
  for (let page = 0; page < 1_000; page += 1) streams.beginPage()(`later ${page}`);

  const { text } = read('/maya');
  await until(() => text().includes('event: ping'));

  expect(text()).not.toContain('missedNothing');
});

it('sends nothing more to a stream that has ended while its reader is slow', async () => {
  const streams = createLiveStreams();
  const { read, responses } = await hold(streams);
  const slow = read('/slow');
  await until(() => slow.text().includes('event: ping'));
  const [response] = responses;
  const failed = vi.fn();
  response?.on('error', failed);
  slow.socket.pause();
  const event = { type: 'earliest-date' as const, accountId: 'x'.repeat(64 * 1024), earliestDate: '2026-01-01' };
  while (response && response.writableLength === 0) streams.deliver({ to: 'user', userId: '/slow', event });

  streams.deliver({ to: 'session-end', userId: '/slow' });
  streams.deliver({ to: 'user', userId: '/slow', event: { type: 'alerts-update', unread: 7 } });
  streams.deliver({ to: 'session-end', userId: '/slow' });
  slow.socket.resume();

  await until(() => slow.hasEnded());
  expect(failed).not.toHaveBeenCalled();
  expect(slow.text().split('event: sse-expired')).toHaveLength(2);
  expect(slow.text()).not.toContain('alerts-update');
});

it('drops a stream whose client left before it opened', async () => {
  const streams = createLiveStreams();
  const server = http.createServer((_request, response) => {
    response.once('close', () => void streams.open(toRecipient('/maya'), response));
  });
  closing.push(() => server.closeAllConnections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = net.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [response] = (await once(server, 'request')).slice(1) as [http.ServerResponse];

  socket.destroy();
  await once(response, 'close');

  expect(streams.count()).toBe(0);
});

it('closes each stream after a random 240 to 285 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const streams = createLiveStreams();
  const { read, countEnded } = await hold(streams);
  const readers = Array.from({ length: 40 }, (_, number) => read(`/${number}`));
  await until(() => streams.count() === 40);

  vi.advanceTimersByTime(239_999);
  expect(countEnded()).toBe(0);
  vi.advanceTimersByTime(22_500);
  const half = countEnded();
  vi.advanceTimersByTime(22_502);

  await until(() => readers.every((reader) => reader.text().includes('event: sse-expired') && reader.hasEnded()));
  expect(half).toBeGreaterThan(4);
  expect(half).toBeLessThan(36);
});

it('announces a shutdown and closes the streams gradually over the given time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const streams = createLiveStreams();
  const { read, countEnded } = await hold(streams);
  const readers = Array.from({ length: 20 }, (_, number) => read(`/${number}`));
  await until(() => streams.count() === 20);

  const draining = streams.drain(1);
  await until(() => readers.every((reader) => reader.text().includes('event: server_shutdown_soon')));
  vi.advanceTimersByTime(499);
  const half = countEnded();
  vi.advanceTimersByTime(501);
  await draining;

  expect(half).toBe(10);
  await until(() => readers.every((reader) => reader.hasEnded()));
  expect(streams.isDraining()).toBe(true);
});
