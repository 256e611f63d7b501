import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getFleet } from '@tidemark/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordBackup } from '../../../database/backup/last-backup.ts';
import { createLog } from '../../../platform/log/log.ts';
import { readVersion } from '../../../platform/version.ts';
import { createTestClock, type TestClock } from '../../../../test/passing-time.ts';
import { runWork } from '../../../../test/run-work.ts';
import { startTestApp, type TestApp } from '../../../../test/start-test-app.ts';
import { until } from '../../../../test/until.ts';
import { releaseWork } from './jobs.ts';

const hour = 60 * 60_000;
// GitHub's documented response for `releases/latest`, shortened.
const published = {
  id: 1,
  html_url: 'https://github.com/octocat/tidemark/releases/v9.0.0',
  tag_name: 'v9.0.0',
  name: 'v9.0.0',
  draft: false,
  prerelease: false,
  published_at: '2026-10-27T19:35:32Z',
  body: '- Peers <script>alert(1)</script>\n- Logos on reports',
};

let releases: Server;
let requests: IncomingMessage[] = [];
let answer: { status: number; body: unknown };
let updateCheckUrl: string;
let app: TestApp;
let time: TestClock;

beforeAll(async () => {
  releases = createServer((request, response) => {
    requests.push(request);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => releases.listen(0, '127.0.0.1', resolve));
  answer = { status: 200, body: published };
  time = createTestClock();
  const { port } = releases.address() as AddressInfo;
  updateCheckUrl = `http://127.0.0.1:${port}/repos/octocat/tidemark/releases/latest`;
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    environment: { UPDATE_CHECK_URL: updateCheckUrl },
  });
});
afterAll(async () => {
  await app.close();
  releases.close();
});
beforeEach(() => (requests = []));

async function readRelease() {
  const { release } = await (await app.as('olu@sandbox.test')).call(getFleet, {});
  return release;
}

async function checkAgain(after: number) {
  const before = requests.length;
  time.moveTo(new Date(time.now().getTime() + after));
  await until(
    () => requests.length,
    (count) => count > before,
  );
}

it("shows operators a newer version, its changes and the last backup's age", async () => {
  const release = await until(readRelease, ({ newer }) => newer !== null);

  expect(release).toMatchObject({
    isChecked: true,
    failedAt: null,
    backedUpAt: null,
    newer: { version: '9.0.0', url: published.html_url, notes: published.body, publishedAt: expect.any(String) },
  });
  await recordBackup(app.db, { startedAt: time.now(), finishedAt: time.now() });
  expect((await readRelease()).backedUpAt).toBe(time.now().toISOString());
});

it('sends only the version in a check, once a day across all processes', async () => {
  const worker = await app.startWorker();
  await checkAgain(24 * hour);
  await until(readRelease, ({ checkedAt }) => checkedAt === time.now().toISOString());

  time.moveTo(new Date(time.now().getTime() + 23 * hour));
  const log = createLog({ level: 'silent' });
  await runWork(releaseWork, { db: app.db, clock: time.clock, log, config: { updateCheckUrl }, version: '1.0.0' });

  expect(requests).toHaveLength(1);
  const [{ headers, method, url } = { headers: {}, method: '', url: '' }] = requests;
  expect([method, url]).toEqual(['GET', '/repos/octocat/tidemark/releases/latest']);
  expect(headers['user-agent']).toBe(`Tidemark/${await readVersion()}`);
  expect(['authorization', 'cookie', 'referer'].filter((name) => name in headers)).toEqual([]);
  await worker.close();
});

it.each([
  ['an error', { status: 500, body: {} }],
  ['a redirect', { status: 301, body: {} }],
  ['something else', { status: 200, body: { tag_name: 'latest', html_url: 'javascript:alert(1)' } }],
])('%s keeps known data, reports the failure and retries after six hours', async (_, failure) => {
  answer = failure;
  await checkAgain(24 * hour);
  const failed = await until(readRelease, ({ failedAt }) => failedAt === time.now().toISOString());
  expect(failed.newer?.version).toBe('9.0.0');

  answer = { status: 200, body: published };
  await checkAgain(6 * hour);
  await until(readRelease, ({ failedAt }) => failedAt === null);
});

it.each([
  ['the running version', { status: 200, body: { ...published, tag_name: 'v0.0.1' } }],
  ['a release that was withdrawn', { status: 404, body: { message: 'Not Found' } }],
])('%s is not reported as newer', async (_, other) => {
  answer = other;
  await checkAgain(24 * hour);

  const release = await until(readRelease, ({ checkedAt }) => checkedAt === time.now().toISOString());
  expect(release.newer).toBeNull();
});

it('requests nothing without the setting', async () => {
  const quiet = await startTestApp({ pollIntervalSeconds: 0.1 });
  const reports = () => quiet.db.selectFrom('work_report').select('name').execute();
  const started = await until(reports, ({ length }) => length > 0);

  const { release } = await (await quiet.as('olu@sandbox.test')).call(getFleet, {});

  expect(release).toMatchObject({ isChecked: false, newer: null, checkedAt: null });
  expect(started).not.toContainEqual({ name: releaseWork.name });
  await quiet.close();
});
