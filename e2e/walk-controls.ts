import type { Page, Response } from 'playwright-core';

const controls = 'button, [role="menuitem"], summary';
/** Ends the journey, needs another program, or is one of many alike, such as the days in a calendar. */
const skipped = /^(log ?out|leave|download|export|close|delete|install|coming soon|approximate|show only)|\d/i;
const patience = { timeout: 1_500 };

interface Walk {
  /** Visible controls on the pages, and in what they open: the page's path and the control's name. */
  shown: Set<string>;
  /** Calls that the server refused for the caller's role. */
  refused: string[];
}

/** Opens pages, clicks one control of each kind, and collects all that it sees. */
export async function walkControls(page: Page, origin: string, paths: readonly string[]): Promise<Walk> {
  const walk: Walk = { shown: new Set(), refused: [] };
  const reading: Promise<void>[] = [];
  page.on('response', (response) => reading.push(readRefusal(response, walk.refused)));
  const tried = new Set<string>();
  for (const path of paths) {
    await open(page, origin + path);
    for (let next = await findNext(); next; next = await findNext()) {
      const before = page.url();
      await page
        .locator(controls)
        .nth(next.index)
        .click(patience)
        .catch(() => undefined);
      await note();
      if (new URL(page.url()).pathname !== new URL(before).pathname) await open(page, origin + path);
      else await page.keyboard.press('Escape');
    }
    await page.waitForLoadState('networkidle');

    async function note() {
      const controlsNow = await listShown(page);
      for (const { name } of controlsNow) walk.shown.add(`${path}: ${name}`);
      return controlsNow;
    }

    async function findNext() {
      const found = (await note()).find(({ name }) => !skipped.test(name) && !tried.has(toKind(name)));
      if (found) tried.add(toKind(found.name));
      return found;
    }
  }
  await Promise.all(reading);
  return walk;
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1, main h2').first().waitFor();
  // Panels below the window wait for it.
  await page.mouse.move(2, 2);
  await page.waitForLoadState('networkidle');
}

/** One of a list stands for the others. */
const toKind = (name: string) => name.split(' ').slice(0, 2).join(' ');

const listShown = (page: Page) =>
  page.locator(controls).evaluateAll((elements) =>
    elements.flatMap((element, index) => {
      const name = (element.getAttribute('aria-label') ?? element.textContent).trim();
      // Longer ones are posts, named by their captions.
      return name !== '' && name.length <= 60 && element.checkVisibility() ? [{ name, index }] : [];
    }),
  );

async function readRefusal(response: Response, refused: string[]): Promise<void> {
  const { pathname } = new URL(response.url());
  if (!pathname.startsWith('/api/v1/') || pathname.includes('/sse/')) return;
  // The page may have left before it read the answer.
  const text = await response.text().catch(() => '');
  if (text.includes('"role_insufficient"')) refused.push(`${pathname}: ${text.slice(0, 300)}`);
}
