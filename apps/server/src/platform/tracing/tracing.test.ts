import { createLiveToken } from '@tidemark/contract';
import { trace, type Attributes, type Context, type Span, type SpanOptions, type Tracer } from '@opentelemetry/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import { startSynced } from '../../../test/world.ts';

interface Seen {
  name: string;
  attributes: Attributes;
  ended: boolean;
}

const theo = 'theo@sandbox.test';
const seen: Seen[] = [];
let app: TestApp;
beforeAll(async () => {
  trace.setGlobalTracerProvider({ getTracer: () => recorder });
  app = await startTestApp();
});
afterAll(async () => {
  await app.close();
  trace.disable();
});

/** Collects what an SDK would send. */
const recorder: Tracer = {
  startSpan(name: string, { attributes = {} }: SpanOptions = {}): Span {
    const one: Seen = { name, attributes: { ...attributes }, ended: false };
    seen.push(one);
    const span: Span = {
      spanContext: () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 }),
      setAttribute: (key, value) => (Object.assign(one.attributes, { [key]: value }), span),
      setAttributes: (more) => (Object.assign(one.attributes, more), span),
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus: () => span,
      updateName: (other) => ((one.name = other), span),
      end: () => void (one.ended = true),
      isRecording: () => true,
      recordException: () => undefined,
    };
    return span;
  },
  startActiveSpan(name: string, ...rest: [SpanOptions | ((span: Span) => never), ...unknown[]]) {
    const work = rest.at(-1) as (span: Span) => never; // the callback is the last argument in every overload
    return work(this.startSpan(name, typeof rest[0] === 'object' ? rest[0] : {}, undefined as Context | undefined));
  },
};

it('creates and ends spans for requests by route template, syncs and Meta calls', async () => {
  const { client, account } = await startSynced(app, theo, { plan: 'starter' });

  const names = new Set(seen.map(({ name }) => name));

  expect([...names]).toEqual(
    expect.arrayContaining([
      'POST /api/v1/user/load',
      'GET /api/v1/account/:id/sync-status',
      'sync account',
      'Graph API request',
    ]),
  );
  expect(seen.find(({ name }) => name === 'POST /api/v1/user/load')?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/user/load',
    'http.response.status_code': 200,
    'request.id': expect.any(String),
  });
  await expect.poll(() => seen.filter(({ ended }) => !ended)).toEqual([]);
  for (const secret of [client.token, account.id]) expect(JSON.stringify(seen)).not.toContain(secret);
});

it('links a request to its sync and Meta calls', async () => {
  const requested = seen
    .filter(({ name }) => name === 'POST /api/v1/account/activate')
    .map((span) => span.attributes['request.id']);
  const read = seen.filter(({ name }) => name === 'sync account').map((span) => span.attributes['request.id']);

  expect(requested).toHaveLength(1);
  expect(read).toContain(requested[0]);
});

it('contains no live token and no part of an unknown URL', async () => {
  const client = await app.as(theo);
  const { user } = await client.load();
  const { token } = await client.call(createLiveToken, { params: { userId: user._id } });
  const stop = new AbortController();
  const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`, { signal: stop.signal });
  await fetch(`${app.url}/nothing/${token}?access_token=${client.token}`);
  stop.abort();
  await stream.body?.cancel().catch(() => undefined);

  await expect
    .poll(() => seen.filter(({ name, ended }) => ended && name === 'GET /api/v1/sse/user/:token').length)
    .toBe(1);
  const reported = JSON.stringify(seen);
  for (const secret of [token, client.token, user._id, 'access_token']) expect(reported).not.toContain(secret);
});
