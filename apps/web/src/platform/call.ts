import {
  columnsType,
  figuresPath,
  workspaceHeader,
  type Endpoint,
  type FailureBody,
  type FailureCode,
  type EndpointRequest,
  type EndpointResponse,
} from '@tidemark/contract';
import { type RequestParts, toEndpointPath, toRequestParts } from '@tidemark/contract/endpoint-path';
import { createBatches, isBatched } from './batch.ts';
import { CallError } from './failed-call.ts';
import { readReply, type Reply } from './reply.ts';
import { accessToken, confirmSignIn, leaveSession, renewedToken } from './session/session.ts';
import { currentWorkspace } from './session/workspace.ts';

const base = '/api/v1';

/** An endpoint as the browser sees it, without its schemas. */
export type AnyEndpoint = Pick<Endpoint, 'method' | 'path' | 'response' | 'status'>;

type Answer<Data> =
  | { status: number; data: Data }
  | { status: number; message: string; serverMessage?: string; details: unknown; code?: FailureCode; error: true };

type Arguments<E> =
  unknown extends EndpointRequest<E>
    ? [request?: undefined, signal?: AbortSignal]
    : [request: EndpointRequest<E> & { headers?: Record<string, string> }, signal?: AbortSignal];

/** Calls one of the contract's endpoints; throws a `CallError` for anything but its declared success. */
export async function call<E extends AnyEndpoint>(
  endpoint: E,
  ...[request, signal]: Arguments<E>
): Promise<EndpointResponse<E>> {
  const answer = await ask<E>(endpoint, request, signal);
  if ('error' in answer) throw new CallError(answer);
  if (endpoint.status && answer.status !== endpoint.status)
    throw new CallError({ status: answer.status, message: 'Unexpected status' });
  return answer.data;
}

/** Returns the result of a request that was sent to this endpoint by other means. */
export async function toCallResult<E extends AnyEndpoint>(
  _endpoint: E,
  response: Response,
): Promise<EndpointResponse<E>> {
  const answer = toAnswer<EndpointResponse<E>>(await readReply(response));
  if ('error' in answer) throw new CallError(answer);
  return answer.data;
}

/** Sends a form with a file to an endpoint that accepts a raw body. */
export async function callWithForm<E extends AnyEndpoint>(endpoint: E, form: FormData): Promise<EndpointResponse<E>> {
  return toCallResult(endpoint, await sendSignedIn(endpoint, { body: form }));
}

export interface Parts extends Omit<RequestParts, 'body'> {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls without a token: session and sign-in calls have cookies; mail and shared-page calls have a link's secret. */
const openPaths = /^\/(health|ready|config|session|credentials|mail|share)\b/;
const isOpen = (path: string) => openPaths.test(path);

async function ask<E extends AnyEndpoint>(
  endpoint: E,
  request: unknown,
  signal: AbortSignal | undefined,
): Promise<Answer<EndpointResponse<E>>> {
  const parts: Parts = toRequestParts(request);
  if (isOpen(endpoint.path)) return toAnswer(await readReply(await send(...toRequest(endpoint, parts, null, signal))));
  const path = toEndpointPath(endpoint.path, parts);
  const answer = toAnswer<EndpointResponse<E>>(
    isBatched(endpoint.method, path)
      ? await sendBatched({ method: endpoint.method, path, ...('body' in parts && { body: parts.body }) }, signal)
      : await readReply(await sendSignedIn(endpoint, parts, signal)),
  );
  if ('error' in answer && answer.code === 'user_deleted') leaveSession();
  // Removed from it, or it is gone: a new page shows their own.
  if ('error' in answer && answer.code === 'workspace_not_found' && currentWorkspace()) window.location.replace('/');
  return answer;
}

const sendBatched = createBatches(({ method, path, body }, signal) => sendSignedIn({ method, path }, { body }, signal));

export async function sendSignedIn(
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>,
  parts: Parts,
  signal?: AbortSignal,
): Promise<Response> {
  const sendWith = (token: string) => send(...toRequest(endpoint, parts, token, signal));
  let response = await sendWith(accessToken());
  if (response.status === 401) response = await sendWith(await renewedToken());
  const isRetried = response.status === 403 && (await confirmSignIn(response));
  return isRetried ? sendSignedIn(endpoint, parts, signal) : response;
}

/** Explains a request that the browser did not send, such as one an extension refused. */
const send = (...request: Parameters<typeof fetch>) =>
  fetch(...request).catch(async (error: unknown) => {
    const explain = error instanceof TypeError && (await import('./explain-failure.ts').catch(() => null));
    throw (explain && (await explain.explainFailure())) || error;
  });

function toRequest(
  endpoint: Pick<AnyEndpoint, 'method' | 'path'>,
  parts: Parts,
  token: string | null,
  signal: AbortSignal | undefined,
): [string, RequestInit] {
  const { body, headers: given } = parts;
  const headers: Record<string, string> = { ...given, accept: `application/json, ${columnsType}` };
  if (token) {
    headers.authorization = `Bearer ${token}`;
    const workspace = currentWorkspace();
    if (workspace) headers[workspaceHeader] = workspace;
  }
  // The browser sets a form's content type, with its boundary.
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    cache: 'no-store',
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  };
  if (signal) init.signal = signal;
  return [base + toEndpointPath(endpoint.path, parts).replace(figuresPath.documented, figuresPath.page), init];
}

function toAnswer<Data>({ status, json, problem }: Reply): Answer<Data> {
  if (status >= 200 && status < 300 && json !== undefined) return { status, data: trusted<Data>(json) };
  const { error, message } = toFailure(json);
  const serverMessage = error?.message || message;
  return {
    status,
    message: serverMessage || problem || '',
    details: error?.details,
    ...(serverMessage && { serverMessage }),
    ...(error && { code: error.code }),
    error: true,
  };
}

// The server validates each response against the same contract's schema before sending it.
function trusted<Data>(reply: unknown): Data {
  return reply as Data;
}

// A proxy in front of us may respond with anything, so every part is optional.
export function toFailure(reply: unknown): Partial<FailureBody> {
  return (typeof reply === 'object' && reply !== null ? reply : {}) as Partial<FailureBody>;
}
