import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { startSandbox } from '@tidemark/sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
} from '../apps/server/test/program/tidemark-process.ts';

let places: Places;
beforeEach(async () => (places = await newPlaces()));
afterEach(() => removePlaces(places));

/** Expects one sentence, without a stack trace or an error code. */
function expectOneSentence(output: string, ...words: string[]) {
  const lines = output.trim().split('\n');
  expect(lines.at(-1)).toMatch(/\.$/);
  expect(output).not.toMatch(/^\s+at /m);
  for (const word of words) expect(lines.at(-1)).toContain(word);
}

describe('failed start', () => {
  it.each(['port', 'sandboxPort'] as const)('reports which port is in use: %s', async (which) => {
    const holder = createServer();
    await new Promise<void>((done) => holder.listen(places[which], '127.0.0.1', done));

    const { code, output } = await runToEnd(places);
    holder.close();

    expect(code).toBe(1);
    expectOneSentence(output, String(places[which]), which === 'port' ? 'PORT' : 'SANDBOX_PORT');
  });

  it('reports an unwritable data folder', async () => {
    const file = `${places.dataDir}/a-file`;
    await writeFile(file, '');

    const { code, output } = await runToEnd({ ...places, dataDir: `${file}/data` });

    expect(code).toBe(1);
    expectOneSentence(output, 'data folder', 'DATA_DIR');
  });

  it('lists every configuration error at once', async () => {
    const { code, output } = await runToEnd(places, { PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });

    expect(code).toBe(78);
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL']) expect(output).toContain(name);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('reports a variable that is set differently under its old and its new name', async () => {
    const { code, output } = await runToEnd(places, { ACCOUNTS_AT_ONCE: '3', SYNC_CONCURRENCY: '4' });

    expect(code).toBe(78);
    expect(output).toContain('SYNC_CONCURRENCY: differs from ACCOUNTS_AT_ONCE');
  });

  it('reports an unresponsive database', async () => {
    const { code, output } = await runToEnd(places, { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });

    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL');
    expect(output).not.toMatch(/^\s+at /m);
  });

  it('rejects production with settings meant only for evaluation', async () => {
    const { code, output } = await runToEnd(places, { NODE_ENV: 'production' });

    expect(code).toBe(78);
    for (const name of ['ENCRYPTION_KEYS', 'APP_URL']) expect(output).toContain(name);
  });

  it('prints its usage after an unknown command', async () => {
    const { code, output } = await runToEnd(places, {}, ['dance']);

    expect(code).toBe(64);
    expect(output).toContain('Usage: tidemark');
  });
});

it('accepts variables under their old names and warns about each in the log', async () => {
  const old = { REQUESTS_PER_MINUTE_AND_USER: '9000', META_DAY_ZONE: 'Europe/Oslo' };

  const tidemark = await startTidemark(places, old);
  await tidemark.stop();
  const check = await runToEnd(places, old, ['config', 'check']);

  const log = await readFile(`${places.dataDir}/tidemark.log`, 'utf8');
  const warnings = log.split('\n').filter((line) => line.includes('deprecated'));
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('use RATE_LIMIT_PER_USER');
  expect(check.code).toBe(0);
  expect(check.output).toContain('Warning: META_DAY_ZONE is deprecated');
});

it('locks a data folder for one process, stops cleanly, and restarts with all data', async () => {
  const first = await startTidemark(places);
  const other = await newPlaces();

  const second = await runToEnd({ ...other, dataDir: places.dataDir });
  const code = await first.stop();
  const again = await startTidemark(places);
  const health = await fetch(`${again.url}/api/v1/health`);
  const ready = await fetch(`${again.url}/api/v1/ready`);
  await again.stop();
  await removePlaces(other);

  expect(second.code).toBe(1);
  expectOneSentence(second.output, `process ${first.child.pid}`, places.dataDir);
  expect(code).toBe(0);
  expect(health.status).toBe(200);
  expect(await ready.json()).toMatchObject({ status: 'ready', sandbox: true });
});

it('is ready only after the identity provider responds, and explains why until then', async () => {
  const sandbox = await startSandbox({ port: places.sandboxPort, appOrigins: [`http://localhost:${places.port}`] });
  const setFaults = (method: string, body?: object) =>
    fetch(`${sandbox.url}/_sandbox/faults`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  await setFaults('POST', { rules: [{ fault: 'idp-down' }] });

  const tidemark = await startTidemark(places, sandbox.environment);
  const before = tidemark.output();
  await setFaults('DELETE');
  await expect.poll(() => tidemark.output(), { timeout: 20_000 }).toContain(`Tidemark is ready: ${tidemark.url}`);
  await tidemark.stop();
  await sandbox.close();

  expect(before).toMatch(/running but not ready: The identity provider of OIDC_ISSUER cannot be used: .*answered 500/);
  expect(before).not.toContain('Tidemark is ready');
});
