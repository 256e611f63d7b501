import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ageSignIns } from '../apps/server/test/program/age-sign-ins.ts';
import { removePlaces } from '../apps/server/test/program/tidemark-process.ts';
import { launchBrowser, newPage } from './browser.ts';
import { signInProviders, type Person, type RunningProvider } from './sign-in-providers.ts';

const ownSessions = '/profile?tab=sign-in';
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(Object.values(signInProviders))('with $name', (provider) => {
  if (provider.missing) {
    it.skip(provider.missing);
    return;
  }

  let running: RunningProvider;
  beforeAll(async () => {
    running = await provider.start(browser);
  });
  afterAll(async () => {
    await running.tidemark.stop();
    await removePlaces(running.tidemark);
  });

  const address = (path: string) => `${running.tidemark.url}${path}`;
  const isLoaded = (page: Page) => page.getByText('This browser').waitFor();

  async function signIn(person: Person) {
    const { page, complaints } = await newPage(browser);
    await page.goto(address(ownSessions));
    await person.signIn(page);
    await isLoaded(page);
    await page.getByText(person.name).first().waitFor();
    return { page, listOwnComplaints: () => complaints.filter((text) => !text.includes(running.pages)) };
  }

  it('keeps users signed in across reloads and tabs without the provider until a tab logs out', async () => {
    const { page, listOwnComplaints } = await signIn(running.user);
    const visited: string[] = [];
    page.context().on('request', (request) => visited.push(request.url()));

    await page.reload();
    await isLoaded(page);
    const tab = await page.context().newPage();
    await tab.goto(address('/system/users'));
    await tab.waitForURL((url) => !url.pathname.startsWith('/system'));
    await tab.goto(address(ownSessions));
    await isLoaded(tab);
    const before = { visited: [...visited], complaints: listOwnComplaints() };
    if (provider === signInProviders.builtIn) await page.getByText('None: you sign in with a passkey').waitFor();
    await page.goto(address('/logout'));
    await running.confirmLogOut(page);
    await running.waitForSignIn(page);
    await tab.getByText('You logged out in another tab.').waitFor();
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await running.waitForSignIn(tab);

    expect(before.visited.filter((url) => url.startsWith(running.pages) || url.includes('/session/sign-in'))).toEqual(
      [],
    );
    expect(before.complaints).toEqual([]);
    await page.context().close();
  });

  it("confirms the user in the provider's window, and keeps everything entered", async () => {
    const { page, listOwnComplaints } = await signIn(running.operator);
    await page.goto(address('/profile?tab=api'));
    await page.getByRole('button', { name: 'Create key' }).click();
    const form = page.getByRole('dialog', { name: 'Create an API key' });
    await form.getByLabel('Name').fill('Weekly sheet');
    await ageSignIns(running.tidemark.dataDir);
    await form.getByRole('button', { name: 'Create key' }).click();

    const [other] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    await running.operator.signIn(other);

    const key = page.getByRole('textbox', { name: 'API key', exact: true });
    await key.waitFor();
    expect(await key.inputValue()).toMatch(/^tmk_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Weekly sheet').waitFor();
    await expect.poll(() => other.isClosed()).toBe(true);
    // The browser reports the refusal.
    expect(listOwnComplaints().filter((text) => !/status of 40[13]/.test(text))).toEqual([]);
    await page.context().close();
  });

  it('lets an operator by claim open the operator area and end all their sessions', async () => {
    const [here, there] = [await signIn(running.operator), await signIn(running.operator)];
    await here.page.goto(address('/system/users'));
    await here.page.getByRole('cell', { name: running.user.name }).first().waitFor();
    const complaints = [...here.listOwnComplaints(), ...there.listOwnComplaints()];

    await here.page.getByRole('button', { name: running.operator.name }).first().click();
    await here.page.getByRole('menuitem', { name: 'Log out on all devices' }).click();
    await running.confirmLogOut(here.page);
    await running.waitForSignIn(here.page);
    await running.waitForSignIn(there.page);

    expect(complaints).toEqual([]);
    for (const { page } of [here, there]) await page.context().close();
  });
});
