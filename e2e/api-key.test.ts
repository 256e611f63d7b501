import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectMcp } from '../apps/server/test/mcp-client.ts';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);

setUpSharedTidemark();
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-client-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Packs the typed client and installs it as npm would, with the zod of this repository. */
async function installClient(): Promise<string> {
  await run(process.execPath, [path.join(root, 'tools', 'pack-client.mjs'), '--out', folder]);
  const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  const client = path.join(folder, 'node_modules', '@tidemark', 'contract');
  await mkdir(client, { recursive: true });
  await run('tar', ['-xzf', path.join(folder, archive), '-C', client, '--strip-components=1']);
  await symlink(path.join(root, 'node_modules', 'zod'), path.join(folder, 'node_modules', 'zod'));
  // Node strips no types below node_modules.
  await copyFile(path.join(client, 'example.ts'), path.join(folder, 'example.ts'));
  return path.join(folder, 'example.ts');
}

it('uses the typed client and every MCP tool with a key from the browser until it is revoked', async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile?tab=api`, 'Maya Lindqvist');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weekly sheet');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByLabel('API key').inputValue();
  expect(key).toMatch(/^tmk_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText(key.slice(0, 8)).waitFor();

  const example = await installClient();
  const { stdout } = await run(process.execPath, [example], {
    env: { ...process.env, TIDEMARK_URL: tidemark.url, TIDEMARK_KEY: key },
  });
  expect(stdout.trim().split('\n')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^fjordlys\.\w+: (about )?\d+ views in a week$/)]),
  );

  const mcp = await connectMcp(tidemark.url, key);
  const list = async <Item>(tool: string, part: string) =>
    (JSON.parse((await mcp.ask(tool)).text) as Record<string, Item[]>)[part] ?? [];
  const [account] = await list<{ accountId: string }>('list_accounts', 'accounts');
  const [post] = await list<{ accountId: string; mediaId: string }>('list_posts', 'posts');
  const inputs: Record<string, object> = {
    get_metric: { metric: 'reach' },
    get_breakdown: { metric: 'views' },
    get_series: { metric: 'views' },
    explain_metric: { metric: 'engagement-rate' },
    explain_post: { accountId: post?.accountId, mediaId: post?.mediaId, metric: 'views' },
    get_post: { accountId: post?.accountId, mediaId: post?.mediaId },
    compare_peers: { accountId: account?.accountId },
    get_best_time: { accountId: account?.accountId, timeZone: 'Europe/Berlin' },
  };
  const { tools } = await mcp.client.listTools();
  expect(tools.length).toBeGreaterThanOrEqual(10);
  for (const { name } of tools) {
    const { text, isError } = await mcp.ask(name, inputs[name]);
    expect(isError, `${name}: ${text}`).toBe(false);
  }

  await page.reload();
  await page.getByText('Last used').waitFor();
  await page.getByRole('button', { name: 'Revoke Weekly sheet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('No API keys yet').waitFor();
  await expect(mcp.client.callTool({ name: 'list_accounts' })).rejects.toThrow(/401|key_rejected|Unauthorized/i);
  await mcp.client.close();
  expect(complaints).toEqual([]);
  await page.context().close();
});
