// 1,000 live clients during a server restart: the browser's own state machine, with a real clock, over HTTP.
import http, { type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { step, unmade, type Effect, type Happening, type TimerName } from '../apps/web/src/platform/live/connection.ts';
import {
  newPlaces,
  removePlaces,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';
import { count, milliseconds, percentile, printTable, within } from './report.ts';

const people = 100;
const streamsEach = 10;
const clientCount = people * streamsEach;

interface Person {
  userId: string;
  token: string;
}

interface Client {
  isConnected(): boolean;
  /** Returns the time at which the stream last opened. */
  openedAt(): number;
  stop(): void;
}

const tokenTimes: number[] = [];

function createClient(url: string, { userId, token }: Person): Client {
  let connection = unmade;
  let stream: ClientRequest | undefined;
  let openedAt = 0;
  const timers = new Map<TimerName, NodeJS.Timeout>();

  function happened(happening: Happening) {
    const [next, effects] = step(connection, happening);
    connection = next;
    for (const effect of effects) run(effect);
  }

  function run(effect: Effect) {
    if (effect.type === 'request-token') void requestToken();
    if (effect.type === 'open-stream') open(effect.token);
    if (effect.type === 'close-stream') stream = void stream?.destroy();
    if (effect.type === 'check-health') void checkHealth();
    if (effect.type === 'clear-timer') clearTimeout(timers.get(effect.name));
    if (effect.type === 'clear-timers') for (const timer of timers.values()) clearTimeout(timer);
    if (effect.type === 'set-timer') {
      clearTimeout(timers.get(effect.name));
      const fire = () => happened({ type: 'timer', name: effect.name });
      timers.set(effect.name, setTimeout(fire, effect.seconds * 1000));
    }
  }

  async function requestToken() {
    const began = performance.now();
    try {
      const answer = await fetch(`${url}/api/v1/sse/token/${userId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(`A token was answered with ${answer.status}`);
      tokenTimes.push(performance.now() - began);
      happened({ type: 'token', token: ((await answer.json()) as { token: string }).token }); // our own endpoint
    } catch {
      happened({ type: 'token-failed' });
    }
  }

  function open(liveToken: string) {
    stream?.destroy();
    const opened = http.get(`${url}/api/v1/sse/user/${liveToken}`, { agent: false });
    stream = opened;
    const failed = () => stream === opened && happened({ type: 'failed' });
    opened.once('error', failed);
    opened.once('response', (answer) => {
      if (stream !== opened) return;
      // An EventSource treats anything but 200 as an error.
      if (answer.statusCode !== 200) return failed();
      openedAt = performance.now();
      happened({ type: 'opened' });
      answer.on('data', (part: Buffer) => {
        if (stream !== opened) return;
        happened({ type: 'heard' });
        for (const type of ['sse-expired', 'server_shutdown_soon'] as const)
          if (part.includes(`event: ${type}\n`)) happened({ type });
      });
      answer.once('close', failed).on('error', () => undefined);
    });
  }

  async function checkHealth() {
    const isUp = await fetch(`${url}/api/v1/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    happened({ type: isUp ? 'healthy' : 'unhealthy' });
  }

  happened({ type: 'start' });
  return {
    isConnected: () => connection.state === 'connected',
    openedAt: () => openedAt,
    stop: () => happened({ type: 'stop' }),
  };
}

async function signIn({ url, sandboxUrl }: Tidemark, number: number): Promise<Person> {
  const overrides = { claims: { sub: `restart-${number}`, email: `restart-${number}@sandbox.test` } };
  const made = await fetch(`${sandboxUrl}/_sandbox/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'fiona@sandbox.test', overrides }),
  });
  const { accessToken } = (await made.json()) as { accessToken: string }; // the sandbox's format
  const loaded = await fetch(`${url}/api/v1/user/load`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { user } = (await loaded.json()) as { user: { _id: string } }; // our own endpoint
  return { userId: user._id, token: accessToken };
}

const getConnected = (clients: Client[]) => clients.filter((client) => client.isConnected()).length;

async function untilConnected(clients: Client[], seconds: number): Promise<void> {
  for (const deadline = performance.now() + seconds * 1000; performance.now() < deadline; await sleep(100))
    if (getConnected(clients) === clients.length) return;
}

async function restart(places: Places, how: 'stop' | 'kill'): Promise<string[]> {
  let tidemark = await startTidemark(places);
  const clients: Client[] = [];
  try {
    const known: Person[] = [];
    for (let number = 0; number < people; number += 1) known.push(await signIn(tidemark, number));
    for (const person of known) {
      for (let number = 0; number < streamsEach; number += 1) clients.push(createClient(tidemark.url, person));
      await sleep(20);
    }
    await untilConnected(clients, 30);
    if (getConnected(clients) < clientCount)
      throw new Error(`Only ${getConnected(clients)} clients were ever connected`);
    tokenTimes.length = 0;

    const began = performance.now();
    await within(40, 'Going down', Promise.resolve<unknown>(tidemark[how]()));
    tidemark = await within(60, 'Coming back', startTidemark(places));
    const back = performance.now() - began;
    await sleep(Math.max(0, 31_000 - (performance.now() - began)));
    const after31 = getConnected(clients);
    await untilConnected(clients, (60_000 - (performance.now() - began)) / 1000);
    const returned = clients.map((client) => client.openedAt() - began);
    return [
      how === 'stop' ? 'stopped and started' : 'killed and started',
      milliseconds(back),
      `${((after31 / clientCount) * 100).toFixed(1)} %`,
      count(clientCount - getConnected(clients)),
      milliseconds(percentile(returned, 0.5)),
      milliseconds(Math.max(...returned)),
      tokenTimes.length === 0 ? 'none asked for' : milliseconds(percentile(tokenTimes, 0.99)),
    ];
  } finally {
    for (const client of clients) client.stop();
    await within(40, 'Stopping', tidemark.stop());
  }
}

const places = await newPlaces();
try {
  const rows = [await restart(places, 'stop'), await restart(places, 'kill')];
  printTable(
    `restart: ${count(clientCount)} live clients; wanted: 99 % within 31 s, nobody missing after 60 s`,
    ['', 'server back', 'streaming after 31 s', 'missing after 60 s', 'back p50', 'last back', 'token p99'],
    rows,
  );
} finally {
  await removePlaces(places);
}
