import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const banner = (page: Page) => page.getByRole('status').getByText(/Showing data from/);
export const followers = (page: Page) => page.locator('#root [data-metric=followers][data-state=value] p').first();

/** Waits until the page and its data are stored. */
export async function untilStored(page: Page, name = 'metric-card') {
  await expect
    .poll(() => listStored(page).then(({ queries }) => queries.some((text) => text.includes(name))))
    .toBe(true);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const loaded = performance.getEntriesByType('resource').filter(({ name: file }) => file.includes('/assets/'));
        const files = ['/profile', ...loaded.map(({ name: file }) => file)];
        const stored = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })));
        const missing = files.filter((_, index) => !stored[index]);
        // One that was installed while this page loaded handles the next page, but may not control this one.
        const registration = await navigator.serviceWorker.getRegistration();
        return registration?.active?.state === 'activated' ? missing : ['no worker'];
      }),
    )
    .toEqual([]);
}

/** Returns what the browser stores of this origin, without asking the page's code. */
export async function listStored(page: Page) {
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

export const nothing = { names: [], files: [], databases: [], queries: [] };

export const countWorkers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
