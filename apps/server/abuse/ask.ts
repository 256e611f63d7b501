import { appendFile } from 'node:fs/promises';
import { expect, inject } from 'vitest';
import { z } from 'zod';
import { getToken, type PersonName } from './people.ts';

/** Far above any expected response time, because machines are shared: only work that is stuck takes this long. */
const stuckAfter = 10_000;

const FailureShape = z.strictObject({
  success: z.literal(false),
  message: z.string(),
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.unknown().optional(),
    requestId: z.string(),
  }),
});

const JsonRpcFailureShape = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  error: z.strictObject({
    code: z.int(),
    message: z.string(),
    data: z.strictObject({ code: z.string(), details: z.unknown().optional(), requestId: z.string() }),
  }),
});

export interface Request {
  /** Anonymous if omitted. */
  as?: PersonName | undefined;
  token?: string | undefined;
  /** Method and path below the API's prefix. */
  ask: string;
  json?: unknown;
  /** Sent unchanged instead of `json`. */
  body?: string | Blob | FormData | URLSearchParams | undefined;
  headers?: Record<string, string | undefined> | undefined;
  /** Set when a 5xx response is correct. */
  mayFail?: boolean | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
  code: string | undefined;
  milliseconds: number;
}

/**
 * Calls the program. Every response must arrive, have a request ID, use the error shape for errors, and not be an
 * internal error.
 */
export async function ask(request: Request): Promise<Answer> {
  const [method = '', path = ''] = request.ask.split(' ');
  const token = request.token ?? (request.as && (await getToken(request.as)));
  const began = performance.now();
  const answer = await fetch(inject('program').api + path, {
    method,
    redirect: 'manual',
    headers: given({
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      'content-type': request.json === undefined ? undefined : 'application/json',
      ...request.headers,
    }),
    body: request.json === undefined ? request.body : JSON.stringify(request.json),
  });
  const text = await answer.text();
  const milliseconds = performance.now() - began;
  // Not `application/json-seq`.
  const isJson = /^application\/json(;|$)/.test(answer.headers.get('content-type') ?? '');
  const json: unknown = isJson ? JSON.parse(text) : undefined;
  await appendFile(
    inject('program').answers,
    `${JSON.stringify({ ask: request.ask, as: request.as ?? null, status: answer.status, text })}\n`,
  );

  const what = `${request.ask} answered ${answer.status}: ${text.slice(0, 300)}`;
  expect(answer.headers.get('x-request-id'), what).toMatch(/^[\w-]{8,64}$/);
  if (!request.mayFail) expect(answer.status, what).toBeLessThan(500);
  const failure = answer.status >= 400 ? readFailure(json) : undefined;
  if (failure) expect(failure.requestId, what).toBe(answer.headers.get('x-request-id'));
  expect(milliseconds, what).toBeLessThan(stuckAfter);
  return { status: answer.status, headers: answer.headers, text, json, code: failure?.code, milliseconds };
}

function readFailure(json: unknown): { code: string; requestId: string } {
  const mcpFailure = JsonRpcFailureShape.safeParse(json);
  return mcpFailure.success ? mcpFailure.data.error.data : FailureShape.parse(json).error;
}

function given(headers: Record<string, string | undefined>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
