import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { instagramDaysAgo } from '../apps/server/test/program/world.ts';
import { movePointer, newPage, signIn } from './browser.ts';
import { browser, tidemark, setUpSharedTidemark } from './seeded-tidemark.ts';

setUpSharedTidemark();

const address = `from=${instagramDaysAgo(7)}&to=${instagramDaysAgo(1)}`;

async function openGlobe(page: Page) {
  await signIn(page, `${tidemark.url}/?${address}&audience=geography`, 'Maya Lindqvist');
  await movePointer(page);
  const globe = page.locator('[data-panel=demographics] canvas');
  await globe.waitFor();
  await globe.scrollIntoViewIfNeeded();
  // Only its picture tells that its outlines have loaded.
  await sleep(1000);
  return { globe, picture: () => globe.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()) };
}

describe('globe', () => {
  it('rotates six degrees a second, pauses under the pointer, and names places', async () => {
    const { page } = await newPage(browser);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const { globe, picture } = await openGlobe(page);

    const before = await picture();
    await sleep(500);
    expect(await picture()).not.toBe(before);

    // The globe is centred on Africa or Europe, where Maya's followers are.
    const box = await globe.boundingBox();
    if (!box) throw new Error('The globe cannot be seen');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 40);
    await page
      .locator('[data-panel=demographics]')
      .getByText(/\d+\.\d\d%/)
      .first()
      .waitFor();
    await sleep(300);
    const held = await picture();
    await sleep(500);
    expect(await picture()).toBe(held);
    await page.context().close();
  });

  it('does not rotate for users who prefer reduced motion', async () => {
    const { page } = await newPage(browser);
    const { picture } = await openGlobe(page);

    const before = await picture();
    await sleep(500);

    expect(await picture()).toBe(before);
    await page.getByRole('button', { name: 'Rotate east' }).click();
    expect(await picture()).not.toBe(before);
    await page.context().close();
  });

  it('requests outlines and flags only from our own origin', async () => {
    const { page } = await newPage(browser);
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await signIn(page, `${tidemark.url}/?${address}&audience=geography`, 'Maya Lindqvist');
    await movePointer(page);
    await page.getByRole('list', { name: 'Top Countries' }).waitFor();
    await page.waitForLoadState('networkidle');

    const flags = await page
      .locator('[data-panel=demographics] li img')
      .evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth > 0));
    expect(flags.length).toBe(10);
    expect([...asked].filter((origin) => origin.startsWith('http') && !origin.includes('localhost'))).toEqual([]);
    await page.context().close();
  });
});
