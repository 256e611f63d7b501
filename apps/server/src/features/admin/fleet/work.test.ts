import { createInvitation, getFleet, listAudit, pauseWork, retryWork } from '@tidemark/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { joinAsOperator, startBuiltInApp } from '../../../../test/built-in-sign-in.ts';
import { listMail, waitForMail } from '../../../../test/mailbox.ts';
import { toUrl } from '../../../../test/read-rows.ts';
import type { TestApp } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { until } from '../../../../test/until.ts';
import { listJobs, pauseJob, redriveJobs, resumeJob } from '../../../cli/jobs.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let app: TestApp;
let olu: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startBuiltInApp({ work: true, pollIntervalSeconds: 0.1, address: database.address });
  olu = await joinAsOperator(app);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const readMail = async () => {
  const { work } = await olu.call(getFleet, {});
  const mail = work.find(({ name }) => name === 'mail');
  if (!mail) throw new Error('Mail is not listed');
  return mail;
};
const readReportTime = async () => {
  const rows = await app.db.selectFrom('work_report').select('reported_at').execute();
  return Math.min(...rows.map((row) => row.reported_at.getTime()));
};
const setPaused = (name: string, isPaused: boolean) => olu.call(pauseWork, { params: { name }, body: { isPaused } });
const invite = (email: string) => olu.call(createInvitation, { body: { email, role: 'user' } });

/** Runs a command beside the running app; returns what it prints. */
async function print(
  command: (environment: Record<string, string>, names: string[]) => Promise<void>,
  ...names: string[]
) {
  const lines: string[] = [];
  const spy = vi.spyOn(console, 'log').mockImplementation((line: unknown) => void lines.push(String(line)));
  await command(
    { ...app.sandbox.environment, SANDBOX: 'off', DATABASE_URL: toUrl(database.address), DATA_DIR: app.dataDir },
    names,
  );
  spy.mockRestore();
  return lines.join('\n');
}

it('keeps mail while an operator has paused it, and sends it afterwards', async () => {
  await setPaused('mail', true);
  // A process looks at what is paused after each report, here once a second.
  for (let reports = 0; reports < 2; reports += 1) {
    const before = await readReportTime();
    await until(async () => (await readReportTime()) > before);
  }
  await invite('paused@tidemark.test');

  expect(await until(readMail, ({ backlog }) => backlog?.due === 1)).toMatchObject({
    isStarted: true,
    pausedAt: expect.any(String),
    error: null,
  });
  expect(await listMail(app, 'paused@tidemark.test')).toEqual([]);

  await setPaused('mail', false);

  await waitForMail(app, 'paused@tidemark.test');
  expect((await readMail()).pausedAt).toBeNull();
});

it('retries at once what waits for another attempt', async () => {
  const rules = [{ fault: 'mail-greylist', match: { person: 'grey@tidemark.test' }, times: 1 }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
  await invite('grey@tidemark.test');
  await until(readMail, ({ backlog }) => backlog?.retrying === 1);

  expect(await olu.call(retryWork, { params: { name: 'mail' } })).toEqual({ success: true, retried: 1 });

  await waitForMail(app, 'grey@tidemark.test');
});

it('adds what operators do to the audit log', async () => {
  const { entries } = await olu.call(listAudit, { query: {} });

  expect(entries.map(({ action, target }) => `${action} ${target}`)).toEqual(
    expect.arrayContaining(['work.paused work:mail', 'work.resumed work:mail', 'work.retried work:mail']),
  );
});

it('refuses unknown work, users and strangers', async () => {
  await expect(setPaused('knitting', true)).rejects.toMatchObject({ status: 404, code: 'work_not_found' });
  await expect(olu.call(retryWork, { params: { name: 'knitting' } })).rejects.toMatchObject({ code: 'work_not_found' });
  const stranger = createTestClient(app.url, '');
  await expect(stranger.call(pauseWork, { params: { name: 'mail' }, body: { isPaused: true } })).rejects.toMatchObject({
    status: 401,
  });
  await expect(stranger.call(retryWork, { params: { name: 'mail' } })).rejects.toMatchObject({ status: 401 });
});

it('does the same in commands', async () => {
  expect(await print(pauseJob, 'digests')).toContain('Paused: digests.');
  expect(await print(listJobs)).toMatch(/^digests +Build digests; paused since 20/m);

  expect(await print(resumeJob, 'digests')).toBe('Resumed: digests.');
  const listed = await print(listJobs);
  expect(listed).toMatch(/^digests +Build digests$/m);
  expect(listed).toContain('No accounts are suspended.');

  expect(await print(redriveJobs, 'mail')).toBe('mail: 0 tried again now.');
  expect(await print(redriveJobs)).toBe('Accounts queued for another five attempts: 0.');
  await expect(print(pauseJob, 'knitting')).rejects.toThrow('no background work with the name “knitting”');
  await expect(print(redriveJobs, 'knitting')).rejects.toThrow('no background work with the name “knitting”');
});
