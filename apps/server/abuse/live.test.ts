import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { ask } from './ask.ts';
import { fill, readKnown } from './cases.ts';
import { newcomer, getToken } from './people.ts';

const { api } = inject('program');
const Loaded = z.object({ user: z.object({ _id: z.string() }) });

async function getUser(token: string): Promise<string> {
  return Loaded.parse((await ask({ token, ask: 'POST /user/load', json: {} })).json).user._id;
}

async function liveToken(token: string): Promise<string> {
  const answer = await ask({ token, ask: `POST /sse/token/${await getUser(token)}` });
  return z.object({ token: z.string() }).parse(answer.json).token;
}

async function openStream(getLiveToken: string) {
  const began = performance.now();
  const answer = await fetch(`${api}/sse/user/${getLiveToken}`, { headers: { 'accept-encoding': 'gzip, br' } });
  const stream = { answer, text: '', firstMillis: 0, isOver: false };
  void (async () => {
    for await (const part of answer.body ?? []) {
      stream.firstMillis ||= performance.now() - began;
      stream.text += new TextDecoder().decode(part as Uint8Array);
    }
    stream.isOver = true;
  })().catch(() => (stream.isOver = true));
  return stream;
}

async function until(isSo: () => boolean, milliseconds = 5_000): Promise<boolean> {
  for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await sleep(50)) if (isSo()) return true;
  return isSo();
}

describe('a live token', () => {
  it('81: is long, random and unique, and ends with the session', async () => {
    const token = await newcomer('live-one');
    const tokens = await Promise.all(Array.from({ length: 20 }, () => liveToken(token)));
    expect(new Set(tokens).size).toBe(20);
    for (const one of tokens) expect(one).toMatch(/^[\w-]{43}$/);

    await ask({ token, ask: 'POST /user/logout' });

    expect((await ask({ ask: `GET /sse/user/${tokens[0]}` })).status).toBe(401);
  });

  it.each([
    ['a sign-in’s token', () => getToken('maya')],
    ['garbage', async () => 'garbage'],
    ['random bytes of the right length', async () => randomBytes(32).toString('base64url')],
    ['SQL', async () => encodeURIComponent("' or 1=1--")],
    ['ten kilobytes', async () => 'x'.repeat(10 * 1024)],
  ])('82: is rejected when it is %s', async (_, make) => {
    const answer = await ask({ ask: `GET /sse/user/${await make()}` });

    expect(answer.status).toBe(401);
    expect(answer.code).toBe('live_token_invalid');
  });

  it('83: is issued sixty times per minute at most', async () => {
    const token = await newcomer('live-many');
    const user = await getUser(token);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 60; attempt += 1)
      statuses.push((await ask({ token, ask: `POST /sse/token/${user}` })).status);

    const refused = await ask({ token, ask: `POST /sse/token/${user}` });

    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a live stream', () => {
  it('87: opens immediately, without caching, compression or buffering', async () => {
    const stream = await openStream(await liveToken(await newcomer('live-head')));
    await until(() => stream.firstMillis > 0);

    expect(stream.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.answer.headers.get('cache-control')).toBe('no-store');
    expect(stream.answer.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.answer.headers.get('content-encoding')).toBeNull();
    expect(stream.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(stream.firstMillis).toBeLessThan(3_000);
    await stream.answer.body?.cancel().catch(() => undefined);
  });

  it('83: closes when the same user opens an eleventh', async () => {
    const live = await liveToken(await newcomer('live-eleven'));
    const streams: Awaited<ReturnType<typeof openStream>>[] = [];
    for (let opened = 0; opened < 11; opened += 1) streams.push(await openStream(live));

    expect(await until(() => streams[0]?.isOver === true)).toBe(true);
    expect(streams[0]?.text).toContain('sse-expired');
    expect(streams.slice(1).some(({ isOver }) => isOver)).toBe(false);
  });

  it('88: ends with the session, and when its user is disabled', async () => {
    const [leaving, banned] = [await newcomer('live-leaving'), await newcomer('live-banned')];
    const streams = [await openStream(await liveToken(leaving)), await openStream(await liveToken(banned))];
    const userId = await getUser(banned);

    await ask({ token: leaving, ask: 'POST /user/logout' });
    await ask({ as: 'olu', ask: `PUT /admin/users/${userId}/disabled`, json: { disabled: true } });

    expect(await until(() => streams.every(({ isOver }) => isOver))).toBe(true);
    for (const { text } of streams) expect(text).toContain('sse-expired');
  });

  it('27, 28: reveals nothing about other users or their accounts', async () => {
    const known = await readKnown();
    const stream = await openStream(await liveToken(await getToken('maya')));
    const follow = (docId: string, as: 'maya' | 'cal') =>
      ask(fill({ as, ask: 'POST /sse/subscribe', json: { docType: 'account', docId } }, known));
    expect((await follow('$A2', 'maya')).status).toBe(404);
    expect((await follow('$A2', 'cal')).status).toBe(200);

    await ask(fill({ as: 'cal', ask: 'POST /account/$A2/refresh' }, known));
    await ask({ as: 'cal', ask: 'PATCH /user/profile', json: { name: 'Cal Moreno' } });
    await sleep(2_000);

    expect(stream.text).toContain('ping');
    expect(stream.text).not.toContain(known.A2);
    expect(stream.text).not.toContain(known.U2);
  });
});
