import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dayMillis, getFleet, getSetupProgress, listAudit, listBackups, requestBackup } from '@tidemark/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '../../../../test/passing-time.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../../test/start-test-app.ts';
import { createTestClient, type TestClient } from '../../../../test/test-client.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { until } from '../../../../test/until.ts';
import { inspectArchive } from '../../../database/backup/read-archive.ts';

const hour = 3_600_000;

let folder: string;
let time: TestClock;
let app: TestApp;
let olu: TestClient;

async function start(options: TestAppOptions = {}) {
  time = createTestClock();
  app = await startTestApp({
    clock: time.clock,
    pollIntervalSeconds: 0.1,
    environment: { BACKUP_DIR: folder, BACKUP_KEEP: '3', BACKUP_AT: '03:10' },
    ...options,
  });
  olu = await app.as('olu@sandbox.test');
  await olu.load();
}
async function pass(millis: number) {
  time.moveTo(new Date(time.now().getTime() + millis));
  olu = await app.as('olu@sandbox.test'); // the earlier token may have expired
}
const read = () => olu.call(listBackups, undefined);
async function readWork() {
  const work = (await olu.call(getFleet, {})).work.find(({ name }) => name === 'backups');
  if (!work) throw new Error('Backups are not listed');
  return work;
}
const listFiles = async () => (await readdir(folder)).sort();
const untilMade = (before: string | undefined) =>
  until(read, ({ kept, failure }) => kept[0] !== undefined && kept[0].file !== before && failure === null);

async function openFolder() {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-backups-'));
}
async function closeAll() {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}

describe('with a folder', () => {
  beforeAll(async () => {
    await openFolder();
    await start();
  });
  afterAll(closeAll);

  it('makes a backup, restores it in a temporary database, and lists it', async () => {
    const { kept, schedule, failure, backedUpAt } = await untilMade(undefined);

    const [made] = kept;
    if (!made) throw new Error('None was made');
    expect(await listFiles()).toEqual([made.file]);
    expect((await inspectArchive(path.join(folder, made.file))).tables.map(({ name }) => name)).toContain('app_user');
    expect(made).toMatchObject({
      bytes: (await stat(path.join(folder, made.file))).size,
      trial: 'passed',
      problem: null,
    });
    expect(schedule).toMatchObject({ folder, keep: 3, isRunning: false });
    expect(schedule?.nextAt.slice(11)).toBe('03:10:00.000Z');
    expect(Date.parse(schedule?.nextAt ?? '') - time.now().getTime()).toBeLessThanOrEqual(dayMillis);
    expect([failure, backedUpAt]).toEqual([null, made.finishedAt]);
    expect((await olu.call(getSetupProgress, undefined)).backedUpAt).toBe(made.finishedAt);
  });

  it('makes one a day in all processes together, and only one more on request', async () => {
    const worker = await app.startWorker();
    const first = (await read()).kept[0]?.file;

    await pass(dayMillis);
    const second = (await untilMade(first)).kept[0]?.file;
    await pass(hour);
    await until(readWork, ({ succeededAt }) => succeededAt === time.now().toISOString());
    const calm = await read();
    expect(calm.kept.map(({ file }) => file)).toEqual([second, first]);
    expect(Date.parse(calm.schedule?.nextAt ?? '')).toBeGreaterThan(time.now().getTime());

    await olu.call(requestBackup, undefined);
    const { kept } = await untilMade(second);

    expect(kept.map(({ file }) => file)).toEqual([kept[0]?.file, second, first]);
    expect((await olu.call(listAudit, { query: {} })).entries.map(({ action }) => action)).toContain(
      'backup.requested',
    );
    await worker.close();
  });

  it('deletes the oldest that it made, and nothing else', async () => {
    const others = ['tidemark-2026-01-02T03-04-05Z.tar', 'tidemark-scheduled-2026-01-02T03-04-05Z.tar', 'photo.jpg'];
    for (const name of others) await writeFile(path.join(folder, name), 'mine');
    const { kept: before } = await read();

    await pass(dayMillis);
    await untilMade(before[0]?.file);
    const { kept } = await until(read, ({ kept: all }) => all.length === 3);

    expect(kept.slice(1)).toEqual(before.slice(0, 2));
    expect(await listFiles()).toEqual([...kept.map(({ file }) => file), ...others].sort());
  });

  it('refuses others', async () => {
    const ines = await app.as('ines@sandbox.test');
    await ines.load();
    for (const [client, status] of [
      [ines, 403],
      [createTestClient(app.url, ''), 401],
    ] as const) {
      await expect(client.call(listBackups, undefined)).rejects.toMatchObject({ status });
      await expect(client.call(requestBackup, undefined)).rejects.toMatchObject({ status });
    }
  });

  it('says what a backup lacks that does not pass its checks, and does not count it', async () => {
    const { kept: before, backedUpAt } = await read();
    await app.db.updateTable('audit_chain').set({ entries: 1_000 }).execute();

    await pass(dayMillis);
    const { kept, backedUpAt: after } = await untilMade(before[0]?.file);

    expect(kept[0]).toMatchObject({ trial: 'failed', problem: 'The audit log is not intact.' });
    expect(after).toBe(backedUpAt);
  });
});

describe('in trouble', () => {
  beforeEach(openFolder);
  afterEach(closeAll);

  it('names an unusable folder with its remedy, leaves older backups, and tries again', async () => {
    const older = path.join(folder, 'tidemark-scheduled-2026-01-02T03-04-05Z.tar');
    await writeFile(older, 'old');
    const missing = path.join(folder, 'mounted-later');
    await start({ environment: { BACKUP_DIR: missing } });

    const { failure, kept, schedule } = await until(read, (state) => state.failure !== null);
    expect(failure?.message).toBe(
      `Tidemark cannot write to BACKUP_DIR (${missing}): ENOENT. Create the folder, and make it writable for the user that runs Tidemark.`,
    );
    expect([kept, await listFiles()]).toEqual([[], [path.basename(older)]]);
    expect(Date.parse(schedule?.nextAt ?? '') - time.now().getTime()).toBe(hour / 4);
    expect(await until(readWork, ({ error }) => error !== null)).toMatchObject({
      isStarted: true,
      error: failure?.message,
      backlog: { retrying: 1 },
    });

    await mkdir(missing);
    await pass(hour / 4);

    expect((await untilMade(undefined)).kept).toHaveLength(1);
  });

  it.each([
    ['written', '.part'],
    ['tried', '.new'],
  ])('leaves nothing behind when it is stopped while it is %s, and makes it again', async (_, ending) => {
    const database = await createTestDatabase();
    await start({ address: database.address });
    await until(async () => (await listFiles()).some((name) => name.endsWith(ending)));
    await app.close();
    expect(await listFiles()).toEqual([]);

    await start({ address: database.address });

    const { kept } = await untilMade(undefined);
    expect(await listFiles()).toEqual(kept.map(({ file }) => file));
    await app.close();
    await database.drop();
    await start({ environment: {} }); // closed after the test
  });

  it('removes what a killed process left, and makes it again', async () => {
    const killed = 'tidemark-scheduled-2026-01-02T03-04-05Z.tar';
    for (const name of [killed, `${killed}.new`, `${killed}.new.part`])
      await writeFile(path.join(folder, name), 'half');
    const { pid } = spawnSync(process.execPath, ['--version']);
    const abandoned = await mkdtemp(path.join(os.tmpdir(), `tidemark-verify-${pid}-`));
    await start({ work: false });
    const at = new Date(time.now().getTime() - hour);
    await app.db
      .insertInto('scheduled_backup')
      .values({ backup_id: crypto.randomUUID(), due_at: at, next_attempt_at: at, attempts: 1, file: killed })
      .execute();
    expect(await read()).toMatchObject({ kept: [], schedule: { isRunning: false } });

    const worker = await app.startWorker();

    const { kept } = await untilMade(undefined);
    await worker.close();
    expect(kept).toHaveLength(1);
    await expect(stat(abandoned)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await listFiles()).toEqual(kept.map(({ file }) => file));
  });

  it('makes none without a folder, and says so', async () => {
    await start({ environment: {} });

    expect(await read()).toMatchObject({ schedule: null, failure: null, kept: [] });
    await expect(olu.call(requestBackup, undefined)).rejects.toMatchObject({ code: 'backups_not_configured' });
  });
});
