import { maxBatchedCalls } from '@tidemark/contract';
import { expect, it, vi } from 'vitest';
import { type ApiCall, createBatches, isBatched } from './batch.ts';

const line = (call: number, body: object, status = 200) => `\u001e${JSON.stringify({ call, status, body })}\n`;

/** Returns a response that arrives in these parts. */
function streaming(parts: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const part of parts) stream.enqueue(encoder.encode(part));
      stream.close();
    },
  });
  return new Response(body);
}

function sendingTo(...responses: Response[]) {
  const send = vi.fn<(call: ApiCall, signal?: AbortSignal) => Promise<Response>>(async () => {
    const response = responses.shift();
    if (!response) throw new TypeError('Failed to fetch');
    return response;
  });
  return { send, call: posting(createBatches(send)), paths: () => send.mock.calls.map(([{ path }]) => path) };
}

const posting = (add: ReturnType<typeof createBatches>) => (path: string, body: unknown, signal?: AbortSignal) =>
  add({ method: 'POST', path, body }, signal);

it("covers the analytics read calls, and calls that follow the live stream's opening", () => {
  expect(isBatched('POST', '/metrics/breakdown/views')).toBe(true);
  expect(isBatched('POST', '/user/load')).toBe(true);
  expect(isBatched('GET', '/labels')).toBe(true);
  expect(isBatched('POST', '/labels')).toBe(false);
  expect(isBatched('GET', '/media/count')).toBe(false);
});

it('sends a single call unchanged', async () => {
  const { call, send } = sendingTo(Response.json({ views: 1 }));

  const reply = await call('/metrics/a', { days: 7 });

  expect(reply).toMatchObject({ status: 200, json: { views: 1 } });
  expect(send.mock.calls[0]?.[0]).toEqual({ method: 'POST', path: '/metrics/a', body: { days: 7 } });
});

it('sends calls that start together in one request, and returns each answer wherever the response is cut', async () => {
  const text = line(1, { name: 'Jørn' }) + line(0, { code: 'not_found' }, 404);
  const { call, send } = sendingTo(streaming([text.slice(0, 40), text.slice(40, 70), text.slice(70)]));

  const [first, second] = await Promise.all([call('/metrics/a', { n: 1 }), call('/metrics/b', { n: 2 })]);

  expect(first).toMatchObject({ status: 404, json: { code: 'not_found' } });
  expect(second).toMatchObject({ status: 200, json: { name: 'Jørn' } });
  const calls = [
    { method: 'POST', path: '/metrics/a', body: { n: 1 } },
    { method: 'POST', path: '/metrics/b', body: { n: 2 } },
  ];
  expect(send).toHaveBeenCalledExactlyOnceWith(
    { method: 'POST', path: '/batch', body: { calls } },
    expect.any(AbortSignal),
  );
});

it('fails only calls whose answers are missing from a cut response', async () => {
  const { call } = sendingTo(streaming([line(0, { views: 1 })]));

  const [first, second] = await Promise.allSettled([call('/metrics/a', {}), call('/metrics/b', {})]);

  expect(first).toMatchObject({ status: 'fulfilled', value: { json: { views: 1 } } });
  expect(second).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
});

it("answers every call with the batch's rejection", async () => {
  const { call } = sendingTo(Response.json({ message: 'Busy' }, { status: 503 }));

  const replies = await Promise.all([call('/metrics/a', {}), call('/metrics/b', {})]);

  expect(replies).toMatchObject([{ status: 503 }, { status: 503, json: { message: 'Busy' } }]);
});

it.each([
  ['no batches', 404],
  ['not these calls in batches', 400],
])('sends each call alone to an earlier server that knows %s', async (_, status) => {
  const unknown = new Response('{}', { status });
  const { call, paths } = sendingTo(unknown, Response.json({ n: 1 }), Response.json({ n: 2 }));

  const replies = await Promise.all([call('/metrics/a', {}), call('/metrics/b', {})]);

  expect(replies).toMatchObject([{ json: { n: 1 } }, { json: { n: 2 } }]);
  expect(paths()).toEqual(['/batch', '/metrics/a', '/metrics/b']);
});

it('repeats a call alone whose token was rejected within the batch', async () => {
  const { call, paths } = sendingTo(
    streaming([line(0, { n: 1 }), line(1, { code: 'unauthenticated' }, 401)]),
    Response.json({ n: 2 }),
  );

  const replies = await Promise.all([call('/metrics/a', {}), call('/metrics/b', {})]);

  expect(replies).toMatchObject([{ json: { n: 1 } }, { json: { n: 2 } }]);
  expect(paths()).toEqual(['/batch', '/metrics/b']);
});

it('aborts the request once all its calls are abandoned', async () => {
  const [one, two] = [new AbortController(), new AbortController()];
  const send = vi.fn<(call: ApiCall, signal?: AbortSignal) => Promise<Response>>(() => new Promise(() => {}));
  const call = posting(createBatches(send));
  const both = Promise.allSettled([call('/metrics/a', {}, one.signal), call('/metrics/b', {}, two.signal)]);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const signal = send.mock.calls[0]?.[1];

  one.abort();
  expect(signal?.aborted).toBe(false);
  two.abort();

  expect(signal?.aborted).toBe(true);
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

it('splits more calls than a batch may have', async () => {
  const { call, send } = sendingTo(
    streaming(Array.from({ length: maxBatchedCalls }, (_, at) => line(at, { at }))),
    Response.json({ at: maxBatchedCalls }),
  );

  const replies = await Promise.all(Array.from({ length: maxBatchedCalls + 1 }, () => call('/metrics/a', {})));

  expect(replies.map(({ json }) => json)).toEqual(Array.from({ length: maxBatchedCalls + 1 }, (_, at) => ({ at })));
  expect(send).toHaveBeenCalledTimes(2);
});
