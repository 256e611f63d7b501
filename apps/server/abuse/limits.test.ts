import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newPlaces, removePlaces, runToEnd, startTidemark, type Tidemark } from '../test/program/tidemark-process.ts';
import { ask } from './ask.ts';
import { environment, lever, orderTokens } from './people.ts';

const perMinute = 200;
let strict: Tidemark;
let drips: { socket: Socket; closedAfter: Promise<number> }[];

// A second program that only serves, has low limits, and cannot reach its Redis.
beforeAll(async () => {
  drips = Array.from({ length: 200 }, dripSlowly);
  strict = await startTidemark(await newPlaces(), {
    ...(await environment()),
    REDIS_URL: 'redis://127.0.0.1:1',
    RATE_LIMIT_PER_IP: String(perMinute),
    LOG_LEVEL: 'trace',
  });
});
afterAll(async () => {
  await strict.stop();
  await removePlaces(strict);
});

/** Sends a request one byte at a time. */
function dripSlowly() {
  const { hostname, port } = new URL(inject('program').api);
  const socket = connect({ host: hostname, port: Number(port) });
  const began = performance.now();
  const timer = setInterval(() => socket.write('a'), 10_000);
  socket.on('error', () => undefined);
  socket.write('GET /api/v1/health HTTP/1.1\r\nx: ');
  const closedAfter = new Promise<number>((done) =>
    socket.resume().once('close', () => {
      clearInterval(timer);
      done((performance.now() - began) / 1000);
    }),
  );
  return { socket, closedAfter };
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('one IP', () => {
  it('97, 99, 100: counts as one client, whatever headers, users and path spelling it uses', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < perMinute + 100; attempt += 1) {
      const pretended = attempt % 2 ? `10.${attempt % 250}.0.1` : '127.0.0.1';
      const path = ['health', 'health/', 'HEALTH', 'account/list', 'user/load', 'sse/user/x'][attempt % 6];
      const unverified = `${encode({ alg: 'RS256' })}.${encode({ sub: `someone-${attempt}` })}.AAAA`;
      const answer = await fetch(`${strict.url}/api/v1/${path}`, {
        headers: {
          'x-forwarded-for': pretended,
          'x-real-ip': pretended,
          'cf-connecting-ip': pretended,
          forwarded: `for=${pretended}`,
          authorization: `Bearer ${unverified}`,
        },
      });
      statuses.push(answer.status);
      await answer.body?.cancel();
    }
    const last = await fetch(`${strict.url}/api/v1/health`);

    expect(statuses.slice(0, perMinute - 20)).not.toContain(429);
    expect(new Set(statuses.slice(perMinute))).toEqual(new Set([429]));
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last.json()).toMatchObject({ success: false, error: { code: 'too_many_requests' } });
  });
});

describe('an unavailable provider', () => {
  it('11: is reported at a cold start, and recovers within ten seconds', async () => {
    const { accessToken } = await orderTokens('maya');
    await lever('POST', 'faults', { rules: [{ fault: 'idp-down' }] });
    const cold = await startTidemark(await newPlaces(), await environment());
    const load = () =>
      fetch(`${cold.url}/api/v1/user/load`, { method: 'POST', headers: { authorization: `Bearer ${accessToken}` } });
    const [refused, ready] = [await load(), await fetch(`${cold.url}/api/v1/ready`)];
    await lever('DELETE', 'faults');

    let status = 0;
    for (const deadline = Date.now() + 10_000; status !== 200 && Date.now() < deadline; await sleep(250))
      status = (await load()).status;
    await cold.stop();
    await removePlaces(cold);

    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'idp_unavailable' } });
    expect(ready.status).toBe(503);
    expect(status).toBe(200);
  });
});

describe('a production start', () => {
  it('103: fails with the sandbox’s secrets', async () => {
    const places = await newPlaces();
    const { code, output } = await runToEnd(places, { ...(await environment()), NODE_ENV: 'production' });
    await removePlaces(places);

    expect(code).toBe(78);
    for (const name of ['APP_URL', 'OIDC_ISSUER', 'GITHUB_API_BASE_URL', 'ENCRYPTION_KEYS'])
      expect(output).toContain(name);
    for (const [name, secret] of Object.entries(await environment()))
      if (/SECRET|TOKEN|KEY/.test(name)) expect(output).not.toContain(secret);
  });
});

describe('101: two hundred slow connections', () => {
  it('are each closed within thirty seconds without affecting others', { timeout: 45_000 }, async () => {
    for (let attempt = 0; attempt < 40; attempt += 1)
      expect((await ask({ as: 'maya', ask: 'GET /account/list' })).status).toBe(200);
    const seconds = await Promise.all(drips.map(({ closedAfter }) => closedAfter));

    expect(Math.max(...seconds)).toBeLessThan(31);
  });
});
