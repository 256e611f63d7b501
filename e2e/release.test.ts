import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox } from '@tidemark/sandbox';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';
import { accountsOf, daysAgo, trueDays } from '../apps/server/test/program/world.ts';
import { launchBrowser, newPage } from './browser.ts';
import { hasCaddy, startHttpsProxy, type HttpsProxy } from './https-proxy.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { unpackRelease } from './unpack-release.ts';

// The environment on a machine that never built anything.
const bare = { PATH: '/usr/bin:/bin' };
const password = 'four quiet herons wade';
let release: Awaited<ReturnType<typeof unpackRelease>>;
let places: Places & { cwd: string };
let graph: Places;
let sandbox: Sandbox;
let proxy: HttpsProxy | undefined;
let tidemark: Tidemark;
let browser: Browser;
let url: string;
let signedIn: Page;

beforeAll(async () => {
  release = await unpackRelease();
  const cwd = await mkdtemp(path.join(os.tmpdir(), 'tidemark-empty-'));
  places = { ...(await newPlaces()), cwd, program: release.program };
  // Two more ports: where Caddy listens for Tidemark and for the sandbox in Meta's place.
  graph = await newPlaces();
  url = `https://localhost:${graph.port}`;
  sandbox = await startSandbox({
    port: places.sandboxPort,
    publicUrl: `https://localhost:${graph.sandboxPort}`,
    appOrigins: [url],
    seed: 'release',
  });
  if (!hasCaddy) return;
  proxy = await startHttpsProxy({
    app: { port: graph.port, upstreamPort: places.port },
    others: [{ port: graph.sandboxPort, upstreamPort: places.sandboxPort }],
  });
  browser = await launchBrowser([proxy.browserArgument]);
});
afterAll(async () => {
  await browser?.close();
  await tidemark?.stop();
  await proxy?.stop();
  await sandbox?.close();
  for (const one of [places, graph]) await removePlaces(one);
  await rm(places.cwd, { recursive: true });
  await release.remove();
});

const steps: string[] = [];
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await work();
  steps.push(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return result;
}

/** Lists addresses at which the sandbox plays Meta; its app is entered in the browser. */
function listMetaAddresses(): string[] {
  const appVariables = ['META_APP_ID', 'META_APP_SECRET', 'META_LOGIN_CONFIG_ID', 'META_WEBHOOK_VERIFY_TOKEN'];
  return Object.entries(sandbox.environment).flatMap(([name, value]) =>
    name.startsWith('META_') && !appVariables.includes(name) ? ['--set', `${name}=${value}`] : [],
  );
}

it("starts in production in an empty folder, and prints the first operator's link", async () => {
  const authority = proxy ? ['--set', `EXTRA_CA_CERTS=${proxy.caFile}`] : [];
  const setup = await timed('setup', () =>
    runToEnd(places, bare, ['setup', '--yes', '--set', `APP_URL=${url}`, ...authority, ...listMetaAddresses()]),
  );
  const check = await runToEnd(places, bare, ['config', 'check']);
  tidemark = await timed('first start', () => startTidemark(places, bare));
  const ready = await fetch(`http://localhost:${places.port}/api/v1/ready`);

  expect(setup.code).toBe(0);
  expect(setup.output).toContain('Meta is not connected yet: the first operator does it in the browser');
  expect(check.output).toContain('The configuration is valid.');
  expect(ready.status).toBe(200);
  expect(readSetupLink()).toContain(`${url}/join#`);
});

it('starts with its own Node, whatever the machine has', async () => {
  const other = await mkdtemp(path.join(os.tmpdir(), 'tidemark-other-node-'));
  await writeFile(path.join(other, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const options = { cwd: places.cwd, env: { PATH: `${other}:${bare.PATH}` } };
  const link = path.join(other, 'tidemark');
  await symlink(release.command, link);

  const { stdout } = await promisify(execFile)(link, ['config', 'check'], options);
  await rm(other, { recursive: true });

  expect(stdout).toContain('The configuration is valid.');
});

it.skipIf(!hasCaddy)('becomes an HTTPS installation with two users and real metrics', async () => {
  const { page, complaints } = await newPage(browser);
  await timed('first operator', async () => {
    await page.goto(readSetupLink());
    await page.getByLabel('Name').fill('Olu Adeyemi');
    await page.getByLabel('Email').fill('olu@tidemark.test');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Meta', level: 1 }).waitFor();
  });

  await timed('Meta app', async () => {
    const { META_APP_ID = '', META_APP_SECRET = '', META_LOGIN_CONFIG_ID = '' } = sandbox.environment;
    await page.getByLabel('App ID').fill(META_APP_ID);
    await page.getByLabel('App secret').fill('f'.repeat(32));
    await page.getByLabel('Login configuration ID').fill(META_LOGIN_CONFIG_ID);
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.getByText('It rejects META_APP_SECRET').waitFor();
    await page.getByLabel('App secret').fill(META_APP_SECRET);
    await page.getByRole('button', { name: 'Test and save' }).click();
    await page.waitForURL(`${url}/welcome`);
  });
  expect(await readFile(path.join(places.cwd, '.env'), 'utf8')).toContain(
    `META_APP_SECRET=${sandbox.environment['META_APP_SECRET']}`,
  );

  const invitation = await timed('invitation', async () => {
    await page.goto(`${url}/system/users`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('theo@tidemark.test');
    await page.getByRole('button', { name: 'Create link' }).click();
    return page.getByLabel('Link', { exact: true }).inputValue();
  });
  await timed('second user with a passkey', async () => {
    const invited = await newPage(browser);
    await addPasskeyDevice(invited.page);
    await invited.page.goto(invitation);
    await invited.page.getByLabel('Name').fill('Theo Okafor');
    await invited.page.getByRole('button', { name: 'Use a passkey instead' }).click();
    await invited.page.getByText('Theo Okafor').first().waitFor();
    expect(invited.complaints).toEqual([]);
    await invited.page.context().close();
  });

  await timed('Meta login', async () => {
    await page.goto(`${url}/welcome`);
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Connect Meta Business' }).click();
    await (await popup).getByRole('button', { name: /^Continue as / }).click();
    await page.getByText('Meta Business account connected successfully!').waitFor();
  });

  await timed('first metric', async () => {
    await page
      .getByRole('button', { name: /Link account/ })
      .first()
      .click();
    await page.waitForURL((address) => address.pathname === '/', { timeout: 120_000 });
    await findMetric(page, 'Views', await readViews()).waitFor();
  });

  const doctor = await timed('doctor', () => runToEnd(places, bare, ['doctor']));
  console.log(steps.join('\n'));
  expect(doctor.code).toBe(0);
  expect(complaints.filter((complaint) => !complaint.includes('/account/get?'))).toEqual([]);
  signedIn = page;
});

it.skipIf(!hasCaddy)('keeps data and sessions through an upgrade, and goes back by restoring', async () => {
  const page = signedIn;
  const folder = path.join(places.cwd, 'backups');
  await mkdir(folder);

  const backup = await runToEnd(places, bare, ['backup', folder]);
  await tidemark.stop();
  const next = await unpackRelease();
  places.program = next.program;
  tidemark = await startTidemark(places, bare);
  await page.goto(`${url}/`);
  await findMetric(page, 'Views', await readViews()).waitFor();
  await tidemark.stop();
  places.program = release.program;
  const [file = ''] = await readdir(folder);
  const restore = await runToEnd(places, bare, ['restore', path.join(folder, file), '--replace']);
  tidemark = await startTidemark(places, bare);
  // Backups contain no sessions.
  await page.goto(`${url}/`);
  await page.getByLabel('Email').fill('olu@tidemark.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await findMetric(page, 'Views', await readViews()).waitFor();
  await next.remove();

  expect([backup.code, restore.code]).toEqual([0, 0]);
});

const readSetupLink = () => /https:\/\/\S+\/join#\S+/.exec(tidemark.output())?.[0] ?? '';

const findMetric = (page: Page, name: string, value: string) =>
  page.getByRole('region', { name }).or(page.getByRole('article', { name })).getByText(value, { exact: true }).first();

/** Reads the default range's views: the seven days until yesterday. */
async function readViews(): Promise<string> {
  const [account] = await accountsOf(tidemark, 'maya@sandbox.test');
  const days = await trueDays(tidemark, account?.id ?? '', daysAgo(7), daysAgo(1));
  const views = days.reduce((sum, day) => sum + day.views, 0);
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
    .format(views)
    .replace('K', 'k');
}
