import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { startReplaceableBuild } from './replaceable-build.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const open = () => newPage(browser, { serviceWorkers: 'allow' });
const banner = (page: Page) => page.getByRole('status').getByText(/Figures from/);
const followers = (page: Page) => page.locator('#root [data-metric=followers][data-state=value] p').first();

/** Waits until the page and what it shows are kept. */
async function untilKept(page: Page, name = 'metric-card') {
  await expect.poll(() => listKept(page).then(({ figures }) => figures.some((text) => text.includes(name)))).toBe(true);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const loaded = performance.getEntriesByType('resource').filter(({ name: file }) => file.includes('/assets/'));
        const files = ['/profile', ...loaded.map(({ name: file }) => file)];
        const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
        return kept.every(Boolean) && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);
}

/** Returns what the browser stores of this origin, without asking the page's code. */
async function listKept(page: Page) {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const databases = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const figures = await Promise.all(
      databases.map(
        (name) =>
          new Promise<{ text: string }[]>((done) => {
            const opening = indexedDB.open(name);
            opening.onerror = () => done([]);
            // It was deleted since it was listed.
            opening.onupgradeneeded = () => opening.transaction?.abort();
            opening.onsuccess = () => {
              const all = opening.result.transaction('figures').objectStore('figures').getAll();
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
      figures: figures.flat().map(({ text }) => text),
    };
  });
}

it('opens offline with the last figures and their age, and replaces them once it is back online', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  const shown = await followers(page).textContent();
  await untilKept(page);

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
  expect(offline.text).toMatch(/^(Offline|The server is not responding)\. Figures from today at \d+:\d\d [AP]M\.$/);
  expect(offline.followers).toBe(shown);
  expect(fresh.request().postData()).toContain('/metrics/account/insight/followers');
  expect(await followers(page).textContent()).toBe(shown);
  await page.context().close();
});

it('refuses changes while offline', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/profile?tab=notifications`, 'Maya Lindqvist');
  const reminder = page.getByRole('switch', { name: 'Remind me before the login expires' });
  await reminder.waitFor();
  await untilKept(page, '"user"');
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await untilKept(page);

  await page.context().setOffline(true);
  await page.reload();
  await banner(page).waitFor();
  await page
    .getByRole('button', { name: /Maya Lindqvist/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();

  await page.getByRole('heading', { name: 'You are still signed in' }).waitFor();
  await page.getByText('The server is not responding. Try again in a moment.').waitFor();
  await page.context().close();
});

it('keeps no names in documents, and neither credentials nor files', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/profile?tab=sign-in`, 'Maya Lindqvist');
  await page.getByText('This browser').waitFor();
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await untilKept(page);

  const { files, figures } = await listKept(page);
  const document = await page.evaluate(async () => (await caches.match('/profile'))?.text());

  expect(files.filter((path) => !path.startsWith('/assets/'))).toEqual(['/profile']);
  expect(document).not.toContain('Maya');
  expect(figures.join()).not.toMatch(/eyJ[\w-]+\.|access_?token|refresh_?token/i);
  expect(figures.filter((text) => /^\[\["(sign-in|api-keys|shares|connections|alerts|mail|admin)/.test(text))).toEqual(
    [],
  );
  await page.context().close();
});

it('deletes everything that was kept on signing out', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilKept(page);

  await page.goto(`${tidemark.url}/logout`);
  await page.getByRole('button', { name: 'Maya Lindqvist' }).or(page.getByText('signed out')).first().waitFor();
  await page.goto(`${tidemark.url}/icon.svg`);

  expect(await listKept(page)).toEqual({ names: [], files: [], databases: [], figures: [] });
  await page.context().close();
});

it("shows nothing of a user whose session ended to the browser's next user", async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilKept(page);
  const before = await listKept(page);

  await page.context().clearCookies();
  await signIn(page, `${tidemark.url}/`, 'Ines Duarte');
  await followers(page).waitFor();
  await expect.poll(() => listKept(page).then(({ figures }) => figures.join().includes('Ines Duarte'))).toBe(true);
  await untilKept(page);

  expect(before.figures.join()).toContain('Maya Lindqvist');
  expect((await listKept(page)).figures.join()).not.toContain('Maya Lindqvist');
  await page.context().close();
});

it('keeps nothing on a device where the user has turned it off', async () => {
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await followers(page).waitFor();
  await untilKept(page);
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  const choice = page.getByRole('switch', { name: 'Keep the last figures on this device' });

  await choice.click();
  await expect.poll(() => listKept(page)).toEqual({ names: [], files: [], databases: [], figures: [] });
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await page.getByRole('button', { name: /^Synced/ }).waitFor();
  const off = { ...(await listKept(page)), workers: await countWorkers(page) };
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  await choice.click();

  expect(off).toEqual({ names: [], files: [], databases: [], figures: [], workers: 0 });
  await expect.poll(() => countWorkers(page)).toBe(1);
  await untilKept(page, 'Maya Lindqvist');
  await page.context().close();
});

it('shows a new version at the next load, and never parts of two', async () => {
  const build = await startReplaceableBuild(tidemark.url);
  const { page } = await open();
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await page.goto(build.url);
  await followers(page).waitFor();
  await untilKept(page);
  const old = await listKept(page);

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
    .poll(() => listKept(page).then(({ names }) => names.join()))
    .toMatch(/^tidemark \/assets\/upgraded\/[^,]*$/);
  await untilKept(page);
  const upgraded = await listKept(page);
  const requested = build.requests.filter((path) => path.startsWith('/assets/'));
  await page.context().setOffline(true);
  await page.reload();
  await banner(page).waitFor();

  expect(whileDown).not.toBe('');
  expect(old.names).toHaveLength(1);
  expect(requested.length).toBeGreaterThan(0);
  expect(requested.filter((line) => !/^\/assets\/upgraded\/.* 200$/.test(line))).toEqual([]);
  expect(upgraded.names).toHaveLength(1);
  expect(upgraded.files.filter((path) => path !== '/profile' && !path.startsWith('/assets/upgraded/'))).toEqual([]);
  await page.context().close();
  await build.stop();
});

it('can be installed, in its colours, with shortcuts to pages', async () => {
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
