import { expect, it } from 'vitest';
import { raiseLastDay } from '../apps/server/test/program/raise-day.ts';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpOwnTidemark } from './seeded-tidemark.ts';

setUpOwnTidemark();

it("reports an unusual day in the open app, and links to that day's Overview", async () => {
  const { page, complaints } = await newPage(browser);
  await signIn(page, `${tidemark.url}/profile?tab=notifications`, 'Cal Moreno');
  await page.getByRole('switch', { name: 'Unusual days, in the app', checked: true }).waitFor();
  expect(await listViolations(page)).toEqual([]);
  await page.getByRole('button', { name: /^Alerts/ }).click();
  const panel = page.getByRole('dialog', { name: 'Alerts' });
  await panel.getByRole('listitem').or(panel.getByText('No alerts')).first().waitFor();
  const markRead = panel.getByRole('button', { name: 'Mark all as read' });
  if (await markRead.isVisible()) await markRead.click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();

  await raiseLastDay(tidemark.dataDir, 'moreno.strength', 30);
  const bell = page.getByRole('button', { name: 'Alerts, 1 unread' });
  await bell.waitFor({ timeout: 90_000 });
  await bell.click();
  const alert = panel.getByRole('link', { name: /^Unread: .*times as many as usual.*See the day’s numbers and posts/ });
  await alert.waitFor();
  expect(await listViolations(page)).toEqual([]);
  await alert.click();

  await page.waitForURL(/\/\?from=(\d{4}-\d\d-\d\d)&to=\1&accounts=\d+/);
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
