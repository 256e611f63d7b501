import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { listViolations } from './axe.ts';
import { newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

interface Issue {
  number: number;
  title: string;
  body: string;
  labels: string[];
}

async function issueTitled(title: string): Promise<Issue | undefined> {
  const { issues } = (await (await fetch(`${tidemark.sandboxUrl}/_sandbox/github`)).json()) as { issues: Issue[] };
  return issues.find((issue) => issue.title === title);
}

async function openRoadmap(name: string) {
  const { page, complaints } = await newPage(browser);
  const foreign: string[] = [];
  page.on('request', (request) => request.url().includes('canary') && foreign.push(request.url()));
  await signIn(page, tidemark.url, name);
  await page.goto(`${tidemark.url}/roadmap`);
  await page.getByRole('heading', { name: 'Product Roadmap' }).waitFor();
  await page.getByText('Hashtag report', { exact: true }).waitFor();
  return { page, complaints, foreign };
}

const toCount = (page: Page, title: string) => findUpvote(page, title).locator('b').textContent();
const findUpvote = (page: Page, title: string) => page.getByRole('button', { name: `Upvote ${title}` });

it('Maya requests a feature, it becomes a harmless issue, and two people vote for it', async () => {
  const maya = await openRoadmap('Maya Lindqvist');
  expect(await maya.page.getByRole('list', { name: 'Features' }).locator('> li').count()).toBe(13);
  const evil = '<img src="http://canary.test/a.png" onerror="alert(1)"> ![](http://canary.test/b.png) @org/team #1';

  await maya.page.getByRole('link', { name: 'Feedback' }).click();
  const dialog = maya.page.getByRole('dialog', { name: 'Request a Feature' });
  await dialog.getByLabel('Feature Name').fill('A calendar of posts');
  await dialog.getByLabel('Description').fill(evil);
  expect(maya.page.url()).not.toContain('action');
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await dialog.getByText('Thank you for your suggestion!').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  const issue = await issueTitled('A calendar of posts');
  expect(issue?.labels).toEqual(['feature-request']);
  expect(issue?.body).toContain('Requested by `Maya Lindqvist`');
  for (const dead of ['@org', '#1', 'http://']) expect(issue?.body).not.toContain(dead);
  await maya.page.getByText(evil, { exact: true }).waitFor();

  await findUpvote(maya.page, 'A calendar of posts').click();
  await maya.page.getByText('Upvote added successfully').waitFor();
  const theo = await openRoadmap('Theo Okafor');
  expect(await theo.page.getByRole('button', { name: 'Request a Feature' }).first().isDisabled()).toBe(true);
  expect(await toCount(theo.page, 'A calendar of posts')).toBe('1');
  await findUpvote(theo.page, 'A calendar of posts').click();
  await theo.page.getByText('Upvote added successfully').waitFor();
  await expect.poll(() => toCount(theo.page, 'A calendar of posts')).toBe('2');

  await maya.page.reload();
  const own = findUpvote(maya.page, 'A calendar of posts');
  await own.waitFor();
  await expect.poll(() => own.getAttribute('aria-pressed')).toBe('true');
  expect(await toCount(maya.page, 'A calendar of posts')).toBe('2');
  await own.press('Enter');
  await maya.page.getByText('Upvote removed successfully').waitFor();
  await expect.poll(() => toCount(maya.page, 'A calendar of posts')).toBe('1');

  for (const { complaints, foreign } of [maya, theo]) {
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  }
});

it('has no axe violations on the page and its dialog, in light and dark', async () => {
  const { page } = await openRoadmap('Maya Lindqvist');
  const look = () => listViolations(page);

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Colour transitions take a moment, longer on a busy machine.
    await expect.poll(look, { message: colorScheme, timeout: 10_000 }).toEqual([]);
    await page.getByRole('button', { name: 'Request a Feature' }).click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(look, { message: `${colorScheme}, dialog`, timeout: 10_000 }).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
});

it('closes the roadmap to a free plan', async () => {
  const { page } = await newPage(browser);
  await signIn(page, tidemark.url, 'Free Fiona Marsh');
  await page.goto(`${tidemark.url}/roadmap`);

  await page.waitForURL('**/profile');
});
