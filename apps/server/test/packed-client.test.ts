import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createApiKey, listAccounts } from '@tidemark/contract';
import { createClient } from '@tidemark/contract/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';
import { startSynced } from './world.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-packed-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

/** Installs the package as `npm install` would, without the registry. */
async function installClient(): Promise<string> {
  await run(process.execPath, [path.join(root, 'tools/pack-client.mjs'), '--out', folder]);
  const [archive = ''] = await readdir(folder);
  const installed = path.join(folder, 'node_modules/@tidemark/contract');
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, archive), '-C', installed, '--strip-components=1']);
  const zod = path.dirname(createRequire(import.meta.url).resolve('zod/package.json'));
  await symlink(zod, path.join(folder, 'node_modules/zod'));
  return installed;
}

it('packs a client whose example runs with an API key', async () => {
  const { client, account } = await startSynced(app, 'maya@sandbox.test');
  const { key } = await client.call(createApiKey, {
    body: { name: 'Example', scopes: ['analytics:read'], expiresInDays: null },
  });
  const installed = await installClient();
  // Node loads TypeScript only outside node_modules.
  await run('cp', [path.join(installed, 'example.ts'), path.join(folder, 'example.mts')]);

  const { stdout } = await run(process.execPath, ['example.mts'], {
    cwd: folder,
    env: { TIDEMARK_URL: app.url, TIDEMARK_KEY: key },
  });

  expect(stdout).toMatch(new RegExp(`^${account.username}: (about )?\\d+ views in a week\n$`));
});

it('reports a rejected key with its code', async () => {
  const call = createClient({ url: `${app.url}/`, key: `tmk_${'a'.repeat(43)}` });

  await expect(call(listAccounts, undefined)).rejects.toMatchObject({
    name: 'TidemarkError',
    status: 401,
    code: 'key_rejected',
  });
});
