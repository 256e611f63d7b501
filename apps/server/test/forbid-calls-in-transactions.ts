import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, afterEach, expect } from 'vitest';
import { isInTransaction } from '../src/database/transaction-scope.ts';

// Another system may take seconds to respond, and there are ten connections for everyone.
const calls: string[] = [];

function record(name: string) {
  if (isInTransaction()) calls.push(`${name}\n${new Error().stack ?? ''}`);
}

const onUndici = (message: unknown) => record(describeRequest(message));
const onNodeHttp = () => record('a request of node:http');
const onSmtp = () => record('a connection to the mail server');
subscribe('undici:request:create', onUndici);
subscribe('http.client.request.start', onNodeHttp);
subscribe('smtp.client.connect', onSmtp);
// The process continues with the next file, which subscribes again.
afterAll(() => {
  unsubscribe('undici:request:create', onUndici);
  unsubscribe('http.client.request.start', onNodeHttp);
  unsubscribe('smtp.client.connect', onSmtp);
});

afterEach(() => {
  expect(calls.splice(0), 'calls to other systems inside a database transaction').toEqual([]);
});

function describeRequest(message: unknown): string {
  const { request } = message as { request: { method: string; origin: string; path: string } }; // documented by undici
  return `${request.method} ${request.origin}${request.path}`;
}
