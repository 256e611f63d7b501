import { createHmac } from 'node:crypto';
import { afterEach } from 'vitest';
import type { Sandbox, SandboxOptions } from '../src/index.ts';
import { startSandbox } from '../src/index.ts';

export const appOrigin = 'http://localhost:3000';
const opened: Sandbox[] = [];

export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, appOrigins: [appOrigin], ...options });
  opened.push(sandbox);
  return sandbox;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((sandbox) => sandbox.close()));
});

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** JSON from outside; tests access any depth without declaring a type. */
  body: Loose;
}

export interface Loose {
  [name: string]: Loose;
}

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Tests access responses by name without declaring types; a wrong name fails the test. */
function parsed(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return {};
  }
}

function postJson(url: string, body: unknown, method = 'POST'): Promise<Answer> {
  return ask(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

export function lever(sandbox: Sandbox, name: string, body?: unknown): Promise<Answer> {
  const url = `${sandbox.url}/_sandbox/${name}`;
  return body === undefined ? ask(url) : postJson(url, body);
}

export interface GraphClient {
  token: string;
  get: (path: string) => Promise<Answer>;
  send: (method: string, path: string) => Promise<Answer>;
  batch: (paths: string[], options?: { includeHeaders?: boolean }) => Promise<Answer>;
}

export async function codeFor(sandbox: Sandbox, name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await lever(sandbox, 'meta/code', { email: `${name}@sandbox.test`, ...more });
  return toText(body['code']);
}

export function exchange(sandbox: Sandbox, more: Record<string, string>): Promise<Answer> {
  const { environment } = sandbox;
  const query = new URLSearchParams({
    client_id: environment['META_APP_ID'] ?? '',
    client_secret: environment['META_APP_SECRET'] ?? '',
    ...more,
  });
  return ask(`${environment['META_GRAPH_BASE_URL']}/v25.0/oauth/access_token?${query.toString()}`);
}

export async function connectAs(
  sandbox: Sandbox,
  name: string,
  more: Record<string, unknown> = {},
): Promise<GraphClient> {
  const { body } = await exchange(sandbox, { code: await codeFor(sandbox, name, more) });
  return graphClient(sandbox, toText(body['access_token']));
}

export function graphClient(sandbox: Sandbox, token: string): GraphClient {
  const base = `${sandbox.environment['META_GRAPH_BASE_URL']}/v25.0`;
  const proof = createHmac('sha256', sandbox.environment['META_APP_SECRET'] ?? '')
    .update(token)
    .digest('hex');
  const signed = (path: string) =>
    `${base}/${path}${path.includes('?') ? '&' : '?'}access_token=${token}&appsecret_proof=${proof}`;
  return {
    token,
    get: (path) => ask(signed(path)),
    send: (method, path) => ask(signed(path), { method }),
    batch(paths, { includeHeaders = false } = {}) {
      const batch = JSON.stringify(paths.map((path) => ({ method: 'GET', relative_url: `v25.0/${path}` })));
      const form = new URLSearchParams({
        batch,
        include_headers: String(includeHeaders),
        access_token: token,
        appsecret_proof: proof,
      });
      return ask(base, { method: 'POST', body: form });
    },
  };
}

export async function accountId(sandbox: Sandbox, username: string): Promise<string> {
  const { body } = await lever(sandbox, 'world');
  const accounts = Object.values(body['people'] ?? {}).flatMap((person) => Object.values(person['accounts'] ?? {}));
  return toText(accounts.find((account) => toText(account['username']) === username)?.['id']);
}

export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
