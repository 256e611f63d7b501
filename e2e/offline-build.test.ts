import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { banner, followers, listStored, untilStored } from './offline-copy.ts';
import { startReplaceableBuild } from './replaceable-build.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const open = () => newPage(browser, { serviceWorkers: 'allow' });

it('shows a new version at the next load, and never mixes two versions', async () => {
  const build = await startReplaceableBuild(tidemark.url);
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.goto(build.url);
  await followers(page).waitFor();
  await untilStored(page);
  const old = await listStored(page);

  build.setState('down');
  await page.reload();
  await page.getByText('The server is not responding.').waitFor();
  const whileDown = await followers(page).textContent();
  build.setState('upgraded');
  await banner(page).waitFor({ state: 'detached' });
  build.requests.length = 0;
  await page.reload();
  await followers(page).waitFor();
  await expect
    .poll(() => listStored(page).then(({ names }) => names.join()))
    .toMatch(/^tidemark \/assets\/upgraded\/[^,]*$/);
  await untilStored(page);
  const upgraded = await listStored(page);
  const requested = build.requests.filter((path) => path.startsWith('/assets/'));
  await page.context().setOffline(true);
  await page.reload();
  await banner(page).waitFor();

  expect(whileDown).not.toBe('');
  expect(old.names).toHaveLength(1);
  expect(requested.filter((line) => !/^\/assets\/upgraded\/.* 200$/.test(line))).toEqual([]);
  expect(upgraded.names).toHaveLength(1);
  expect(upgraded.files.join()).toContain('/assets/upgraded/');
  expect(upgraded.files.filter((path) => path !== '/profile' && !path.startsWith('/assets/upgraded/'))).toEqual([]);
  await page.context().close();
  await build.stop();
});
