import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';
import { runToEnd } from '../apps/server/test/program/tidemark-process.ts';

setUpOwnTidemark();
let operator: Page;
let complaints: string[];

beforeAll(async () => {
  ({ page: operator, complaints } = await newPage(browser));
  await signIn(operator, tidemark.url, 'Olu Adeyemi');
  await operator.getByRole('link', { name: 'System', exact: true }).click();
  await operator.getByRole('heading', { name: 'System overview' }).waitFor();
});

const system = (name: string) =>
  operator.getByRole('navigation', { name: 'System' }).getByRole('link', { name, exact: true });

it('Olu throttles an account, which then syncs later', async () => {
  await system('Accounts').click();
  await operator.getByLabel('Search accounts').fill('Fjordlys Kit');
  const row = operator.getByRole('row', { name: /Fjordlys Kitchen/ });
  await expect.poll(() => operator.getByRole('row').count()).toBe(2);
  const before = await row.textContent();
  expect(before).toContain('1.00');

  await row.getByRole('button', { name: 'Edit Fjordlys Kitchen' }).click();
  await operator.getByLabel('Throttle Value').fill('25.5');
  await operator.getByText('Time between scheduled syncs: 25.5 times the normal interval.').waitFor();
  await operator.getByRole('button', { name: 'Save Changes' }).click();
  await operator.getByRole('dialog').waitFor({ state: 'detached' });

  expect(await row.textContent()).toContain('25.50');
  const tone = await row.getByText('25.50').evaluate((element) => getComputedStyle(element).color);
  const usual = await row.getByText('Fjordlys Kitchen').evaluate((element) => getComputedStyle(element).color);
  expect(tone).not.toBe(usual);
});

it('scrolls operator tables on a small laptop without clipping titles or numbers', async () => {
  const { page } = await newPage(browser);
  await page.setViewportSize({ width: 1024, height: 768 });
  await signIn(page, tidemark.url, 'Olu Adeyemi');
  for (const name of ['Accounts', 'Users']) {
    await page.goto(`${tidemark.url}/system/${name.toLowerCase()}`);
    const table = page.getByRole('table', { name });
    await table.getByRole('row').nth(2).waitFor();
    const cut = await table.evaluate((element) =>
      [...element.querySelectorAll('th, td[data-align=end]')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    expect((await table.getByRole('columnheader').first().boundingBox())?.width).toBeGreaterThan(60);
  }
  await page.context().close();
});

it('Theo becomes an operator, and must leave the area within five seconds of losing the role', async () => {
  const theo = await newPage(browser);
  await signIn(theo.page, tidemark.url, 'Theo Okafor');
  await theo.page.goto(`${tidemark.url}/system/users`);
  await theo.page.waitForURL((address) => !address.pathname.startsWith('/system'));
  await theo.page.getByText('theo@sandbox.test').first().waitFor();
  expect(await theo.page.getByRole('link', { name: 'System', exact: true }).count()).toBe(0);

  await system('Users').click();
  await operator.getByLabel('Search name or email').fill('theo');
  await operator.getByRole('button', { name: 'Change Theo Okafor' }).click();
  await operator.getByRole('menuitem', { name: 'Make operator' }).click();
  await operator.getByRole('button', { name: 'Make operator' }).click();
  await theo.page.getByRole('link', { name: 'System', exact: true }).click({ timeout: 5_000 });
  await theo.page.getByRole('heading', { name: 'System overview' }).waitFor();

  await operator.getByRole('button', { name: 'Change Theo Okafor' }).click();
  await operator.getByRole('menuitem', { name: 'Remove operator role' }).click();
  await operator.getByRole('button', { name: 'Remove role' }).click();
  await theo.page.waitForURL((address) => !address.pathname.startsWith('/system'), { timeout: 5_000 });
  await theo.page.close();
});

it('records operator actions in the audit log, as the CLI confirms', async () => {
  await system('Fleet health').click();
  const log = operator.getByRole('table', { name: 'Audit log' });
  await log.getByRole('row', { name: /Role.*system-admin → user.*Theo Okafor.*Olu Adeyemi.*Done/ }).waitFor();
  await log.getByRole('row', { name: /Throttle.*1 → 25\.5/ }).waitFor();
  await operator.getByText(/\d+ checked, intact/).waitFor();

  const audit = await runToEnd(tidemark, {}, ['admin', 'audit']);
  const list = await runToEnd(tidemark, {}, ['admin', 'list']);

  expect(audit).toMatchObject({ code: 0, output: expect.stringContaining('entries verified') });
  expect(list.output).toContain('olu@sandbox.test');
  expect(list.output).not.toContain('theo@sandbox.test');
  expect(complaints).toEqual([]);
});
