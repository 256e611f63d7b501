import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Lists the violations that axe finds on the page as it is now: the rule, and how the element starts. */
export async function listViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(script, 'utf8'));
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // WCAG 2.2 AA, which axe leaves out unless it is asked for.
    const { violations } = await axe.run({ rules: { 'target-size': { enabled: true } } });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
  });
}
