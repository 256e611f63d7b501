import { createHmac } from 'node:crypto';
import { createLiveToken, type LiveEvent, listRoadmap, toggleUpvote } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeIssue, githubTruth } from '../../../test/github.ts';
import { startTestApp, type TestApp } from '../../../test/start-test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let app: TestApp;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp({ work: false });
  client = await app.withPlan('maya@sandbox.test', 'pro');
});
afterAll(() => app.close());
beforeEach(() => client.call(listRoadmap, {}));

const secret = () => app.sandbox.environment['GITHUB_WEBHOOK_SECRET'] ?? '';
const repository = () => app.sandbox.environment['GITHUB_REPOSITORY'] ?? '';
const toBody = (name = repository()) => JSON.stringify({ action: 'labeled', repository: { full_name: name } });
const sign = (body: string, key = secret()) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

function deliver(body = toBody(), headers: Record<string, string> = {}) {
  return fetch(`${app.url}/api/v1/webhooks/github`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-hub-signature-256': sign(body),
      ...headers,
    },
    body,
  });
}

async function countReads(): Promise<number> {
  const { ledger } = await githubTruth(app);
  return ledger.filter(({ method }) => method === 'GET').length;
}

/** Counts the calls to GitHub that reading the roadmap again takes. */
async function readAgain(): Promise<number> {
  const before = await countReads();
  await client.call(listRoadmap, {});
  return (await countReads()) - before;
}

describe('GitHub webhook', () => {
  it('shows a change immediately instead of within a minute', async () => {
    const { features } = await client.call(listRoadmap, {});
    const planned = features.find(({ status }) => status === 'planned');

    // The stand-in reports the change to the application.
    await changeIssue(app, planned?.id ?? 0, { state: 'closed', state_reason: 'completed' });

    await vi.waitFor(async () => {
      const after = await client.call(listRoadmap, {});
      expect(after.features.find(({ id }) => id === planned?.id)?.status).toBe('completed');
    }, 5_000);
  });

  it.each([
    ['a change of an issue', {}, undefined],
    ['a comment', { 'x-github-event': 'issue_comment' }, undefined],
    [
      'a change in a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      () => new URLSearchParams({ payload: toBody() }).toString(),
    ],
  ])('that reports %s makes the next reader fetch the list', async (_, headers, body) => {
    expect(await readAgain()).toBe(0);

    const sent = body?.() ?? toBody();
    const response = await deliver(sent, { 'x-hub-signature-256': sign(sent), ...headers });

    expect(response.status).toBe(200);
    expect(await readAgain()).toBeGreaterThan(0);
  });

  it.each([
    ['a ping', { 'x-github-event': 'ping' }, undefined],
    ['a star', { 'x-github-event': 'star' }, undefined],
    ['another repository', {}, () => toBody('somebody/else')],
    ['nothing readable', {}, () => 'not JSON'],
  ])('about %s is accepted and changes nothing', async (_, headers, body) => {
    const sent = body?.() ?? toBody();
    await new Promise((done) => setTimeout(done, 0));

    const response = await deliver(sent, { 'x-hub-signature-256': sign(sent), ...headers });

    expect(response.status).toBe(200);
    expect(await readAgain()).toBe(0);
  });

  it.each([
    ['without a signature', () => ({ 'x-hub-signature-256': '' })],
    ['with a signature by another key', () => ({ 'x-hub-signature-256': sign(toBody(), 'guess') })],
    ['with the signature of another body', () => ({ 'x-hub-signature-256': sign('{}') })],
    ['with the outdated kind of signature only', () => ({ 'x-hub-signature-256': '', 'x-hub-signature': 'sha1=00' })],
  ])('%s is rejected', async (_, toHeaders) => {
    const response = await deliver(toBody(), toHeaders());

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'signature_invalid' } });
    expect(await readAgain()).toBe(0);
  });

  it('is not found without a secret', async () => {
    const closed = await startTestApp({ work: false, environment: { GITHUB_WEBHOOK_SECRET: '' } });

    const response = await fetch(`${closed.url}/api/v1/webhooks/github`, { method: 'POST', body: '{}' });

    expect(response.status).toBe(404);
    await closed.close();
  });
});

it('sends votes and GitHub changes to open pages live', async () => {
  const other = await app.withPlan('theo@sandbox.test', 'pro');
  const { user } = await other.load();
  const { token } = await other.call(createLiveToken, { params: { userId: user._id } });
  const stop = new AbortController();
  const stream = await fetch(`${app.url}/api/v1/sse/user/${token}`, { signal: stop.signal });
  const types: LiveEvent['type'][] = [];
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of stream.body ?? [])
      for (const [, type] of decoder.decode(part, { stream: true }).matchAll(/"type":"([\w-]+)"/g))
        types.push(type as LiveEvent['type']); // our own server: events match the contract
  })().catch(() => undefined);
  const countUpdates = () => types.filter((type) => type === 'roadmap-update').length;
  const { requests } = await client.call(listRoadmap, {});
  const { user: voter } = await client.load();

  await client.call(toggleUpvote, {
    body: { issueNumber: requests[0]?.id ?? 0, userName: voter.name, userId: voter._id },
  });
  await vi.waitFor(() => expect(countUpdates()).toBe(1), 5_000);
  await Promise.all(Array.from({ length: 20 }, () => deliver()));
  await vi.waitFor(() => expect(countUpdates()).toBeGreaterThan(1), 5_000);

  expect(countUpdates()).toBeLessThan(6);
  stop.abort();
  await reading;
});
