import { expect, it } from 'vitest';
import { shiftDate } from '../tools/test-clock.ts';
import { newPage, signIn } from './browser.ts';
import { banner, countWorkers, followers, listStored, nothing, untilStored } from './offline-copy.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const day = 86_400_000;

const open = () => newPage(browser, { serviceWorkers: 'allow' });

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
    page.waitForResponse((response) => response.request().isNavigationRequest() && response.ok()),
    page.context().setOffline(false),
  ]);
  await banner(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Synced/ }).waitFor();

  // The browser's emulation does not tell a reloaded page that it is offline.
  expect(offline.text).toMatch(
    /^(You are offline|The server is not responding)\. Showing data from today at \d+:\d\d [AP]M\.$/,
  );
  expect(offline.followers).toBe(shown);
  expect(await fresh.text()).toContain('/metrics/account/insight/followers');
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

  expect(await listStored(page)).toEqual(nothing);
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

  await expect.poll(() => listStored(page)).toEqual(nothing);
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
  await expect.poll(() => listStored(page)).toEqual(nothing);
  await page.goto(tidemark.url);
  await followers(page).waitFor();
  await page.getByRole('button', { name: /^Synced/ }).waitFor();
  const off = { ...(await listStored(page)), workers: await countWorkers(page) };
  await page.goto(`${tidemark.url}/profile?tab=sign-in`);
  await choice.click();

  expect(off).toEqual({ ...nothing, workers: 0 });
  await expect.poll(() => countWorkers(page)).toBe(1);
  await untilStored(page, 'Maya Lindqvist');
  await page.context().close();
});

it('stores nothing that was being stored while it was turned off in another tab', async () => {
  const { page } = await open();
  await page.addInitScript(slowStorage);
  await signIn(page, `${tidemark.url}/`, 'Maya Lindqvist');
  await untilStored(page);
  const profile = await page.context().newPage();
  await profile.goto(`${tidemark.url}/profile?tab=sign-in`);
  await profile.getByText('This browser').waitFor();
  await page.evaluate(() => window.slowStorage.hold());
  await page.getByRole('link', { name: 'Peers' }).first().click();
  await page.waitForFunction(() => window.slowStorage.countHeld() > 0);

  await profile.getByRole('switch', { name: 'Available offline on this device' }).click();
  await page.waitForFunction(() => localStorage.getItem('tidemark-offline') === 'off');
  await page.evaluate(() => window.slowStorage.release());

  await expect.poll(() => listStored(page)).toEqual(nothing);
  await page.context().close();
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

declare global {
  interface Window {
    slowStorage: { hold(): void; countHeld(): number; release(): Promise<void> };
  }
}

/** Lets a test hold what a page opens of its database, as on a slow disk. */
function slowStorage() {
  let held: (() => Promise<void>)[] | null = null;
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...args) => {
    if (!held) return open(...args);
    const waiting = {} as { -readonly [Key in keyof IDBOpenDBRequest]: IDBOpenDBRequest[Key] };
    held.push(async () => {
      const opening = open(...args);
      opening.onupgradeneeded = (event) => {
        waiting.result = opening.result;
        waiting.onupgradeneeded?.call(opening, event);
      };
      await new Promise((done) => (opening.onsuccess = done));
      waiting.result = opening.result;
      waiting.onsuccess?.call(opening, new Event('success'));
    });
    return waiting;
  };
  window.slowStorage = {
    hold: () => (held = []),
    countHeld: () => held?.length ?? 0,
    async release() {
      const opened = held ?? [];
      held = null;
      await Promise.all(opened.map((run) => run()));
      // What was held goes on before anything is asked.
      await new Promise((done) => setTimeout(done));
    },
  };
}
