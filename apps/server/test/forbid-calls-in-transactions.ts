import { subscribe } from 'node:diagnostics_channel';
import { afterEach, expect } from 'vitest';
import { isInTransaction } from '../src/database/transaction-scope.ts';

// Another system may take seconds to respond, and there are ten connections for everyone.
const calls: string[] = [];

function record(name: string) {
  if (isInTransaction()) calls.push(`${name}\n${new Error().stack ?? ''}`);
}

subscribe('undici:request:create', (message) => record(describeRequest(message)));
subscribe('http.client.request.start', () => record('a request of node:http'));

afterEach(() => {
  expect(calls.splice(0), 'calls to other systems inside a database transaction').toEqual([]);
});

function describeRequest(message: unknown): string {
  const { request } = message as { request: { method: string; origin: string; path: string } }; // documented by undici
  return `${request.method} ${request.origin}${request.path}`;
}
