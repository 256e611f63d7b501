import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { shiftDate } from '../tools/test-clock.ts';
import { newPage, signIn } from './browser.ts';
import { startReplaceableBuild } from './replaceable-build.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const day = 86_400_000;

const open = () => newPage(browser, { serviceWorkers: 'allow' });
const banner = (page: Page) => page.getByRole('status').getByText(/Showing data from/);
const followers = (page: Page) => page.locator('#root [data-metric=followers][data-state=value] p').first();

const patient = { timeout: 20_000 };

/** Waits until the page and its data are stored. */
async function untilStored(page: Page, name = 'metric-card') {
  await expect
    .poll(() => listStored(page).then(({ queries }) => queries.some((text) => text.includes(name))), patient)
    .toBe(true);
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const loaded = performance.getEntriesByType('resource').filter(({ name: file }) => file.includes('/assets/'));
          const files = ['/profile', ...loaded.map(({ name: file }) => file)];
          const stored = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
          const missing = files.filter((_, index) => !stored[index]);
          return navigator.serviceWorker.controller === null ? ['no worker'] : missing;
        }),
      patient,
    )
    .toEqual([]);
}

/** Returns what the browser stores of this origin, without asking the page's code. */
async function listStored(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const queries = await Promise.all(
      databases.map(
        (name) =>
          new Promise<{ text: string }[]>((done) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => done([]);
            // It was deleted since it was listed.
            opening.onupgradeneeded = () => opening.transaction?.abort();
            opening.onsuccess = () => {
              const all = opening.result.transaction('queries').objectStore('queries').getAll();
              all.onsuccess = () => done(all.result);
              opening.result.close();
            };
          }),
      ),
    );
    return {
      names,
      files: files.flat().map(({ url }) => new URL(url).pathname),
      databases,
      queries: queries.flat().map(({ text }) => text),
    };
  });
}

it('opens offline with the data last seen and its age, and reloads once it is online', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const shown = await followers(page).textContent();
  await untilStored(page);

  await page.context().setOffline(true);
  await page.reload();
  await banner(page).waitFor();
  const offline = { text: await banner(page).textContent(), followers: await followers(page).textContent() };
  await page.getByRole('button', { name: 'Offline' }).waitFor();
  const [fresh] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/batch') && response.ok()),
    page.context().setOffline(false),
  ]);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Synced/ }).waitFor();

  // The browser's emulation does not tell a reloaded page that it is offline.
  expect(offline.text).toMatch(
    /^(You are offline|The server is not responding)\. Showing data from today at \d+:\d\d [AP]M\.$/,
  );
  expect(offline.followers).toBe(shown);
  expect(fresh.request().postData()).toContain('/metrics/account/insight/followers');
  expect(await followers(page).textContent()).toBe(shown);
  await page.context().close();
});

it('opens the data last seen on a later day, but not after a week', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const shown = await followers(page).textContent();
  await untilStored(page);
  await page.context().setOffline(true);

  await page.addInitScript(shiftDate, day);
  await page.reload();
  await banner(page).waitFor();
  const nextDay = { text: await banner(page).textContent(), followers: await followers(page).textContent() };
  await page.getByRole('button', { name: 'Offline' }).click();
  const synced = await page
    .getByText(/^Synced/)
    .first()
    .textContent();
  await page.addInitScript(shiftDate, 6 * day + 3_600_000);
  await page.reload();
  await page.getByText('The server is not responding. Try again in a moment.').waitFor();

  expect(nextDay.text).toMatch(/Showing data from yesterday at \d+:\d\d [AP]M\.$/);
  expect(nextDay.followers).toBe(shown);
  expect(synced).toMatch(/^Synced (1 day|2\d hours) ago/);
  expect(await page.getByText('Maya Lindqvist').count()).toBe(0);
  await page.context().close();
});

it('refuses changes while offline', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/labels?preset=last-90-days`, 'Maya Lindqvist');
  await page.getByRole('button', { name: 'New label' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Made offline');
  await page.getByRole('button', { name: /^Synced/ }).waitFor();
  await untilStored(page, '[["labels"');

  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Create label' }).click();
  const refusal = await dialog.getByRole('alert').textContent();
  await page.reload();
  await banner(page).waitFor();
  await page.getByRole('button', { name: 'Offline' }).click();
  const canRefresh = await page.getByRole('button', { name: 'Refresh' }).isEnabled();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /Maya Lindqvist/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'You are still signed in' }).waitFor();
  await page.getByText('The server is not responding. Try again in a moment.').waitFor();
  await page.context().setOffline(false);
  await page.goto(`${tidemark.url}/labels?preset=last-90-days`);
  await page.getByRole('button', { name: 'New label' }).waitFor();

  expect(refusal).toBe('Failed to save the label. Please try again.');
  expect(canRefresh).toBe(false);
  expect(await page.getByText('Made offline').count()).toBe(0);
  await page.context().close();
});

it('stores no names in documents, and neither credentials nor files', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/profile?tab=sign-in`, 'Maya Lindqvist');
  await page.getByText('This browser').waitFor();
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await untilStored(page);

  const { files, queries } = await listStored(page);
  const document = await page.evaluate(async () => (await caches.match('/profile'))?.text());

  expect(files.filter((path) => !path.startsWith('/assets/'))).toEqual(['/profile']);
  expect(document).not.toContain('Maya');
  expect(queries.join()).not.toMatch(/eyJ[\w-]+\.|access_?token|refresh_?token/i);
  expect(queries.filter((text) => /^\[\["(sign-in|api-keys|shares|connections|alerts|mail|admin)/.test(text))).toEqual(
    [],
  );
  await page.context().close();
});

it('deletes everything stored when the user signs out', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilStored(page);

  await page.goto(`${tidemark.url}/logout`);
  await page.getByRole('button', { name: 'Maya Lindqvist' }).or(page.getByText('signed out')).first().waitFor();
  await page.goto(`${tidemark.url}/icon.svg`);

  expect(await listStored(page)).toEqual({ names: [], files: [], databases: [], queries: [] });
  await page.context().close();
});

it("deletes a user's data when their session has ended", async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilStored(page);

  await page.context().clearCookies();
  await page.goto(tidemark.url);
  await page.getByRole('button', { name: 'Maya Lindqvist' }).waitFor();
  await page.goto(`${tidemark.url}/icon.svg`);

  await expect.poll(() => listStored(page)).toEqual({ names: [], files: [], databases: [], queries: [] });
  await page.context().close();
});

it("deletes a user's data when another user opens Tidemark", async () => {
  const [{ page }, { page: other }] = [await open(), await open()];
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilStored(page);
  const before = await listStored(page);
  await signIn(other, `${tidemark.url}/`, 'Ines Duarte');

  await page.context().clearCookies();
  await page.context().addCookies(await other.context().cookies());
  await page.reload();
  await expect.poll(() => listStored(page).then(({ queries }) => queries.join().includes('Ines Duarte'))).toBe(true);

  expect(before.queries.join()).toContain('Maya Lindqvist');
  expect((await listStored(page)).queries.join()).not.toContain('Maya Lindqvist');
  await Promise.all([page.context().close(), other.context().close()]);
});

it('stores nothing on a device where the user has turned it off', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilStored(page);
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  const choice = page.getByRole('switch', { name: 'Available offline on this device' });

  await choice.click();
  await expect.poll(() => listStored(page)).toEqual({ names: [], files: [], databases: [], queries: [] });
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await page.getByRole('button', { name: /^Synced/ }).waitFor();
  const off = { ...(await listStored(page)), workers: await countWorkers(page) };
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  await choice.click();

  expect(off).toEqual({ names: [], files: [], databases: [], queries: [], workers: 0 });
  await expect.poll(() => countWorkers(page)).toBe(1);
  await untilStored(page, 'Maya Lindqvist');
  await page.context().close();
});

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

it('can be installed, in the theme’s colours and with shortcuts', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const browserSide = await page.context().newCDPSession(page);

  const { errors, data, url } = await browserSide.send('Page.getAppManifest');
  const { installabilityErrors } = await browserSide.send('Page.getInstallabilityErrors');
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string }[]; shortcuts: { url: string }[] };
  const pictures = manifest.icons.filter(({ sizes }) => sizes !== 'any');
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const picture = await createImageBitmap(await (await fetch(source)).blob());
          return `${picture.width}x${picture.height}`;
        }),
      ),
    pictures.map(({ src }) => src),
  );
  const shortcuts = [];
  for (const shortcut of manifest.shortcuts) {
    await page.goto(tidemark.url + shortcut.url);
    await page.locator('main h1').first().waitFor();
    shortcuts.push(new URL(page.url()).pathname);
  }

  expect(url).toBe(`${tidemark.url}/app.webmanifest`);
  expect({ errors, installabilityErrors }).toEqual({ errors: [], installabilityErrors: [] });
  expect(sizes).toEqual(pictures.map((picture) => picture.sizes));
  expect(shortcuts).toEqual(manifest.shortcuts.map((shortcut) => shortcut.url));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const [theme, background] = await page.evaluate(() => [
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
      getComputedStyle(document.documentElement).getPropertyValue('--bg'),
    ]);
    expect([colorScheme, theme]).toEqual([colorScheme, colorScheme === 'light' ? '#f3f1fb' : '#0a0c18']);
    expect(background).toContain(theme);
  }
  await page.context().close();
});

const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
