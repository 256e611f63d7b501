import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startKillable, type Killable } from '../test/program/killable.ts';
import { until } from '../test/until.ts';
import { newPlaces, removePlaces, startTidemark } from '../test/program/tidemark-process.ts';
import { productionEnvironment } from '../test/production.ts';

/** Triggers a fault in the process from outside, without support by the product. */
const faulty = `process.on('SIGUSR2', () => {
  if (process.env.FAULT === 'thrown') setImmediate(() => { throw new Error('thrown in passing'); });
  else void Promise.reject(new Error('nobody listens'));
});`;
const withFault = (fault: string) => ({
  FAULT: fault,
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(faulty)}`,
});

describe.each([
  ['a promise that nobody listens to', 'rejected', 'nobody listens'],
  ['an error that nobody catches', 'thrown', 'thrown in passing'],
])('after %s', (_, fault, message) => {
  let program: Killable;
  beforeAll(async () => (program = await startKillable(withFault(fault))));
  afterAll(() => program.remove());

  it('logs the reason, exits with 1 within five seconds, and can be restarted', async () => {
    const id = await program.accountNumber(0);
    const slow = { fault: 'slow', match: { path: 'insights|media' }, params: { millis: 400 } };
    await program.control('faults', { rules: [slow] });
    await program.link(id);
    await until(async () => (await program.struck()) > 1);
    const { child } = program.process();
    const ended = once(child, 'exit');
    const at = Date.now();

    child.kill('SIGUSR2');
    const [code] = (await ended) as [number | null];

    const took = Date.now() - at;
    console.info({ fault, code, took });
    expect(code).toBe(1);
    expect(took).toBeLessThan(5_500);
    const log = await readFile(path.join(program.places.dataDir, 'tidemark.log'), 'utf8');
    expect(log).toContain(message);
    expect(log).toContain('"level":60');
    await program.control('faults', { rules: [] });
    await program.start();
    await program.expectTruth(id);
  }, 90_000);
});

describe('a production process', () => {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  async function startProduction() {
    const places = await newPlaces();
    closers.push(() => removePlaces(places));
    const tidemark = await startTidemark(places, productionEnvironment());
    closers.push(async () => void (await tidemark.stop()));
    return tidemark;
  }

  it('exits with 1 when its output is closed, so that it is restarted', async () => {
    const { child, url } = await startProduction();
    const ended = once(child, 'exit');
    const at = Date.now();

    child.stdout?.destroy();
    for (let attempt = 0; attempt < 50 && child.exitCode === null; attempt += 1) {
      await fetch(`${url}/api/v1/health`).catch(() => undefined);
      await sleep(50);
    }
    const [code] = (await ended) as [number | null];

    console.info({ code, took: Date.now() - at });
    expect(code).toBe(1);
    expect(Date.now() - at).toBeLessThan(5_500);
  }, 60_000);

  it('102: shows no API description and no metrics to strangers', async () => {
    const { url } = await startProduction();

    for (const place of ['/docs', '/api/docs', '/api/v1/openapi.json', '/metrics', '/swagger', '/.env']) {
      const answer = await fetch(url + place);
      await answer.body?.cancel();
      expect([401, 404], place).toContain(answer.status);
    }
    const { headers } = await fetch(`${url}/api/v1/health`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  }, 60_000);
});
