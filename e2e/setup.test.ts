import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
} from '../apps/server/test/program/tidemark-process.ts';

const certificates = path.resolve(import.meta.dirname, '../apps/server/test/certificates');
let places: Places & { cwd: string };
let file: string;
let proxy: Server;
let sandbox: Sandbox;
let given: Record<string, string>;
beforeAll(async () => {
  places = { ...(await newPlaces()), cwd: await mkdtemp(path.join(os.tmpdir(), 'tidemark-setup-')) };
  file = path.join(places.cwd, '.env');
  // The providers over https, by an authority of one's own.
  const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map((name) => readFile(path.join(certificates, name))));
  proxy = createServer({ key, cert }, (client) => {
    const target = connect(places.sandboxPort, '127.0.0.1');
    client.pipe(target).pipe(client);
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo; // a TCP server has one
  sandbox = await startSandbox({
    port: places.sandboxPort,
    publicUrl: `https://localhost:${port}`,
    appOrigins: ['https://tidemark.example.com', 'https://other.example.com'],
    seed: 'setup',
  });
  given = {
    ...sandbox.environment,
    EXTRA_CA_CERTS: path.join(certificates, 'ca.pem'),
    APP_URL: 'https://tidemark.example.com',
  };
});
afterAll(async () => {
  proxy.close();
  await sandbox.close();
  await removePlaces(places);
  await rm(places.cwd, { recursive: true });
});

it('writes nothing while an answer is missing or invalid', async () => {
  const half = { APP_URL: 'https://tidemark.example.com', META_APP_ID: '1234' };
  const incomplete = await runToEnd(places, half, ['setup', '--yes']);
  const wrong = await runToEnd(places, { ...given, META_APP_SECRET: 'f'.repeat(32) }, ['setup', '--yes']);
  const wrongInstagram = await runToEnd(places, { ...given, INSTAGRAM_APP_ID: '999' }, ['setup', '--yes']);
  const noTerminal = await runToEnd(places, given, ['setup']);

  expect(incomplete.output).toContain('Missing: META_APP_SECRET, META_LOGIN_CONFIG_ID');
  expect(wrong.output).toContain('It rejects META_APP_SECRET');
  expect(wrong.output).not.toContain('f'.repeat(32));
  expect(noTerminal.output).toContain('Use --yes');
  expect(wrongInstagram.output).toContain('There is no Instagram app with INSTAGRAM_APP_ID');
  expect([incomplete, wrong, wrongInstagram, noTerminal].map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

it('rejects a public URL with a path in one sentence, however it is given', async () => {
  const below = { ...given, NODE_ENV: 'production', APP_URL: 'https://tidemark.example.com/tidemark' };

  const [check, setup, start] = [
    await runToEnd(places, below, ['config', 'check']),
    await runToEnd(places, below, ['setup', '--yes']),
    await runToEnd(places, below, []),
  ];

  for (const { code, output } of [check, setup, start]) {
    expect(code).not.toBe(0);
    expect(output).toMatch(/APP_URL.* without a path.* cannot run/);
    expect(output).not.toContain('is valid');
  }
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

it('writes a file that starts Tidemark in production', async () => {
  await writeFile(file, '# mine\nANOTHER_PROGRAM=1\n', { mode: 0o644 });

  const { code, output } = await runToEnd(places, { ...given, APP_URL: 'tidemark.example.com' }, ['setup', '--yes']);
  const text = await readFile(file, 'utf8');
  const check = await runToEnd(places, {}, ['config', 'check']);
  const tidemark = await startTidemark(places);
  const ready = await fetch(`${tidemark.url}/api/v1/ready`);
  await tidemark.stop();

  expect(code).toBe(0);
  expect(text).toMatch(/^# mine\nANOTHER_PROGRAM=1\n/);
  expect(text).toContain('\nAPP_URL=https://tidemark.example.com\n');
  expect(text).toContain(`\nPORT=${places.port}\n`);
  expect(text).toMatch(/^ENCRYPTION_KEYS=main:.{44}$/m);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(text).toMatch(/^INSTAGRAM_APP_ID=\d+\nINSTAGRAM_APP_SECRET=\w+$/m);
  for (const name of ['META_APP_SECRET', 'INSTAGRAM_APP_SECRET', 'STRIPE_SECRET_KEY', 'GITHUB_TOKEN'])
    expect(output).not.toContain(given[name]);
  expect(check.output).toContain('The configuration is valid.');
  expect(tidemark.output()).toContain('Tidemark is ready: https://tidemark.example.com');
  expect(ready.status).toBe(200);
});

it('changes no existing value without --force', async () => {
  const text = await readFile(file, 'utf8');
  const change = ['setup', '--yes', '--set', 'APP_URL=https://other.example.com'];

  const refused = await runToEnd(places, {}, change);
  const untouched = await readFile(file, 'utf8');
  const forced = await runToEnd(places, {}, [...change, '--force']);

  expect(refused.code).toBe(1);
  expect(refused.output).toContain('has other values of APP_URL');
  expect(untouched).toBe(text);
  expect(forced.code).toBe(0);
  expect(await readFile(file, 'utf8')).toBe(text.replace('https://tidemark.example.com', 'https://other.example.com'));
});
