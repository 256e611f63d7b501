import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

export type Row = Record<string, string | number | boolean | null>;
export type Sections = Record<string, Row[]>;

/** Returns the sections in the JSON file that an export menu downloads; by default the page's menu. */
export async function exportJson(page: Page, button = 'Export'): Promise<Sections> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download JSON' }).click(),
  ]);
  return JSON.parse(await readFile(await file.path(), 'utf8')).sections;
}
