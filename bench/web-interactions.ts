import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

export interface Interaction {
  step: string;
  /** Time from the input to the next paint; anything reported as 0 took less than 16. */
  millis: number;
}

/** Visits the Overview as a person would, and measures each interaction until its next paint (Event Timing). */
export async function measureInteractions(page: Page, url: string, slowdown: number): Promise<Interaction[]> {
  await page.addInitScript(watchInteractions);
  const session = await page.context().newCDPSession(page);
  await page.goto(url);
  await page.locator('#root [data-metric=followers][data-state=value]').waitFor({ timeout: 60_000 });
  await untilDrawn(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const measured: Interaction[] = [];
  const on = async (step: string, act: () => Promise<unknown>) => {
    await page.evaluate(() => Reflect.set(globalThis, 'benchInteraction', 0));
    await act();
    await untilDrawn(page);
    measured.push({ step, millis: await page.evaluate(() => Number(Reflect.get(globalThis, 'benchInteraction'))) });
  };
  for (const [step, act] of listSteps(page)) await on(step, act);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return measured;
}

function listSteps(page: Page): [string, () => Promise<unknown>][] {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const click = (target: Locator) => () => target.click({ timeout: 60_000 });
  const range = button(/^Date range/);
  const panel = page.getByRole('complementary');
  const account = (index: number) => panel.getByRole('switch').nth(index);
  const globe = page.getByRole('toolbar', { name: 'Globe' });
  const canvas = page.locator('[data-panel=demographics] canvas');
  return [
    ...['Last 30 Days', 'Last 90 Days', 'Last 7 Days'].flatMap((preset): [string, () => Promise<unknown>][] => [
      ['open the ranges', click(range)],
      [`choose ${preset}`, click(button(preset))],
    ]),
    ...[0, 1, 1, 0].map((index): [string, () => Promise<unknown>] => [
      `toggle account ${index + 1}`,
      click(account(index)),
    ]),
    ...['Follower Count Card Guide', 'Views Card Guide'].flatMap((guide): [string, () => Promise<unknown>][] => [
      [`open ${guide}`, click(button(guide))],
      ['close it', () => page.keyboard.press('Escape')],
    ]),
    ['open Post Insights', click(page.getByRole('tab', { name: 'Post Insights' }))],
    ['back to the Overview', click(page.getByRole('tab', { name: 'Overview' }))],
    ['open Geography', click(page.getByRole('group', { name: 'Demographics view' }).getByText('Geography'))],
    ['press on the globe', click(canvas)],
    ['drag the globe', () => drag(page, canvas)],
    ...['Rotate east', 'Zoom in', 'Zoom out'].map((name): [string, () => Promise<unknown>] => [
      name,
      click(globe.getByRole('button', { name })),
    ]),
    // The row covers the link until it is focused.
    [
      'open an account',
      () =>
        panel
          .getByRole('link', { name: /^Open / })
          .first()
          .press('Enter'),
    ],
    ['back to the dashboard', click(panel.getByRole('link', { name: 'Dashboard' }).last())],
  ];
}

async function drag(page: Page, canvas: Locator): Promise<void> {
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The globe has no place on the page');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 10, { steps: 6 });
  await page.mouse.up();
}

/** Waits until the page is drawn, because a person looks before the next step. */
async function untilDrawn(page: Page): Promise<void> {
  await sleep(400);
  await page.waitForFunction(isDrawn, null, { timeout: 60_000 });
  await sleep(200);
}

/** Returns true if no skeleton is in sight: cards further down wait until the user does something. Runs in the page. */
export function isDrawn(): boolean {
  return [...document.querySelectorAll('#root [data-skeleton]')].every((one) => {
    const { top, bottom, width } = one.getBoundingClientRect();
    return width === 0 || bottom < 0 || top > innerHeight;
  });
}

/** Runs in the page. */
function watchInteractions(): void {
  Reflect.set(globalThis, 'benchInteraction', 0);
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries().filter((entry) => Number(Reflect.get(entry, 'interactionId')) > 0))
      Reflect.set(
        globalThis,
        'benchInteraction',
        Math.max(duration, Number(Reflect.get(globalThis, 'benchInteraction'))),
      );
    // `durationThreshold` is not in TypeScript's library yet.
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
