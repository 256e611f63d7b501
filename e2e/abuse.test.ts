import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { movePointer, newPage, signIn, withoutBatches } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const hostile = `<img src=x onerror="alert(1)"><svg/onload=alert(2)>{{7*7}}"><script src=//canary.test/a.js></script>`;

/** Opens a page that records every dialog, and every request to a disallowed origin. */
async function watched(name: string) {
  const { page, complaints } = await newPage(browser);
  const ours = [tidemark.url, tidemark.sandboxUrl].map((url) => new URL(url).host);
  const dialogs: string[] = [];
  const foreign: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !ours.includes(host)) foreign.push(request.url());
  });
  await signIn(page, tidemark.url, name);
  return { page, complaints, dialogs, foreign };
}

/** Opens a page and waits until the automatic sign-in after the load is done. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(tidemark.url + path);
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await movePointer(page);
  await page.waitForLoadState('networkidle');
}

/** Replaces every text and URL in a response by what a malicious provider would send. */
function spoil(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spoil);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'caption') return [name, hostile];
      if (name === 'permalink') return [name, 'javascript:alert(3)'];
      if (name === 'mediaUrl' || name === 'thumbnailUrl') return [name, 'https://canary.test/picture.jpg'];
      if (name === 'username' || name === 'accountName') return [name, hostile];
      return [name, spoil(part)];
    }),
  );
}

async function spoilAnswers(page: Page): Promise<void> {
  await withoutBatches(page);
  await page.route(/\/api\/v1\/(media|account|figures)\//, async (route) => {
    const answer = await route.fetch();
    const isJson = answer.headers()['content-type']?.startsWith('application/json') ?? false;
    await route.fulfill(isJson ? { response: answer, json: spoil(await answer.json()) } : { response: answer });
  });
}

it('opens every page without violating its content security policy', async () => {
  const { page, complaints, dialogs, foreign } = await watched('Olu Adeyemi');

  for (const path of [
    '/',
    '/profile',
    '/subscription',
    '/roadmap?showRequested=true',
    '/welcome',
    '/account/add',
    '/system',
    '/system/dashboard',
    '/system/accounts',
    '/system/users',
    '/system/stripe',
    '/no-such-page',
  ])
    await visit(page, path);

  expect(complaints).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(foreign).toEqual([]);
});

it('shows hostile captions, names and URLs as plain text', async () => {
  const { page, complaints, dialogs, foreign } = await watched('Maya Lindqvist');
  await spoilAnswers(page);

  await visit(page, '/');
  await page.getByText('{{7*7}}').first().waitFor();
  const links = await page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));

  expect(links.filter((href) => /^(javascript|data):/i.test(href) || href.includes('canary'))).toEqual([]);
  expect(dialogs).toEqual([]);
  // The page's content security policy blocks foreign images before they are requested, and reports them.
  expect(foreign.filter((url) => !url.endsWith('/picture.jpg'))).toEqual([]);
  const expected = /canary\.test\/picture\.jpg|\/api\/v1\/batch$/;
  expect(complaints.filter((text) => !expected.test(text))).toEqual([]);
});

it('shows a hostile name and request to an operator as plain text', async () => {
  const theo = await watched('Theo Okafor');
  await visit(theo.page, '/profile');
  await theo.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await theo.page.getByLabel('Display Name').fill(hostile.slice(0, 100));
  await theo.page.getByRole('button', { name: 'Save Changes' }).click();
  await theo.page.getByText('Profile updated successfully!').waitFor();

  const olu = await watched('Olu Adeyemi');
  await visit(olu.page, '/system/users');
  await olu.page.getByText('<img src=x onerror').first().waitFor();

  for (const { dialogs, foreign, complaints } of [theo, olu])
    expect({ dialogs, foreign, complaints }).toEqual({ dialogs: [], foreign: [], complaints: [] });
});

it('stores no token within reach of an injected script', async () => {
  const { page } = await watched('Maya Lindqvist');
  await visit(page, '/profile');

  const kept = await page.evaluate(async () => ({
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
    address: location.href,
    history: JSON.stringify(history.state),
  }));

  expect(JSON.stringify(kept)).not.toMatch(/eyJ[\w-]+\.|access_token|refresh_token|code=/);
  expect(kept.databases).toEqual([]);
  // The window's width, its charts' width and the time zone.
  expect(kept.cookies).toMatch(/^(tidemark_view=\d+\.\d+\.UTC)?$/);
});
