import type { Endpoint, FailureBody, FailureCode, RequestOf, ResponseOf } from '@tidemark/contract';
import { accessToken, leaveSession, renewedToken } from './session/session.ts';

const base = '/api/v1';

/** What an endpoint looks like in the browser: the schemas stay on the server. */
type AnyEndpoint = Pick<Endpoint, 'method' | 'path' | 'response'>;

type Answer<Data> =
  | { status: number; data: Data }
  | { status: number; message: string; details: unknown; code?: FailureCode; error: true };

export class CallFailure extends Error {
  readonly status: number;
  readonly code: FailureCode | undefined;
  readonly details: unknown;

  constructor({
    status,
    code,
    message,
    details,
  }: {
    status: number;
    code?: FailureCode;
    message: string;
    details?: unknown;
  }) {
    super(message);
    this.name = 'CallFailure';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

type Arguments<E> =
  unknown extends RequestOf<E>
    ? [request?: undefined, signal?: AbortSignal]
    : [request: RequestOf<E> & { headers?: Record<string, string> }, signal?: AbortSignal];

/** Calls an endpoint of the contract; anything but its declared success is thrown as a `CallFailure`. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[request, signal]: Arguments<E>
): Promise<ResponseOf<E>> {
  const answer = await ask<E>(endpoint, request, signal);
  if ('error' in answer) throw new CallFailure(answer);
  return answer.data;
}

/** Sends a form with a file to an endpoint that takes bytes. */
export async function callWithForm<E extends AnyEndpoint>(endpoint: E, form: FormData): Promise<ResponseOf<E>> {
  const answer = await toAnswer<ResponseOf<E>>(await sendSignedIn(endpoint, { body: form }));
  if ('error' in answer) throw new CallFailure(answer);
  return answer.data;
}

/** Gets a file from an endpoint that answers with one. */
export async function download(endpoint: AnyEndpoint): Promise<Blob> {
  const response = await sendSignedIn(endpoint, {});
  if (response.ok) return response.blob();
  const answer = await toAnswer(response);
  throw new CallFailure('error' in answer ? answer : { status: answer.status, message: 'Unexpected error occurred' });
}

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

const openPaths = ['/health', '/ready', '/config'];

async function ask<E extends AnyEndpoint>(
  endpoint: E,
  request: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer<ResponseOf<E>>> {
  const parts = partsOf(request);
  if (openPaths.includes(endpoint.path)) return toAnswer(await fetch(...toRequest(endpoint, parts, null, signal)));
  const answer = await toAnswer<ResponseOf<E>>(await sendSignedIn(endpoint, parts, signal));
  if ('error' in answer && answer.code === 'user_deleted') leaveSession();
  return answer;
}

async function sendSignedIn(endpoint: AnyEndpoint, parts: Parts, signal?: AbortSignal): Promise<Response> {
  const send = (token: string) => fetch(...toRequest(endpoint, parts, token, signal));
  // Each request begins in a task of its own: a screen that asks for ten things at once would hold a phone up.
  await globalThis.scheduler?.yield?.();
  const response = await send(accessToken());
  return response.status === 401 ? send(await renewedToken()) : response;
}

function toRequest(
  { method, path }: AnyEndpoint,
  { params = {}, query, body, headers: given }: Parts,
  token: string | null,
  signal: AbortSignal | undefined,
): [string, RequestInit] {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  const headers: Record<string, string> = { ...given, accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  // A form says by itself where its parts begin.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const init: RequestInit = {
    method,
    headers,
    cache: 'no-store',
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  };
  if (signal) init.signal = signal;
  return [base + filled + (search && `?${search}`), init];
}

async function toAnswer<Data>(response: Response): Promise<Answer<Data>> {
  const text = await response.text();
  const reply = readJson(text);
  if (response.ok && reply !== undefined) return { status: response.status, data: trusted<Data>(reply) };
  const { error, message } = failureOf(reply);
  return {
    status: response.status,
    message: error?.message || message || response.statusText || 'Unexpected error occurred',
    details: error?.details,
    ...(error && { code: error.code }),
    error: true,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// `RequestOf<E>` is made of these parts only; which of them, the types of `call` have checked.
function partsOf(request: unknown): Parts {
  return (request ?? {}) as Parts;
}

// The server checks each reply against the schema of the same contract before it sends it.
function trusted<Data>(reply: unknown): Data {
  return reply as Data;
}

// A proxy in front of us may answer with anything; every part is optional here.
function failureOf(reply: unknown): Partial<FailureBody> {
  return (typeof reply === 'object' && reply !== null ? reply : {}) as Partial<FailureBody>;
}
