import { launchBrowser, newPage, signIn } from './browser.ts';
const url = 'http://localhost:23110';
const browser = await launchBrowser();
const open = async (serviceWorkers: 'allow' | 'block') => { const { page } = await newPage(browser, { serviceWorkers }); await signIn(page, `${url}/`, 'Maya Lindqvist'); await page.locator('#root [data-metric=followers][data-state=value] p').first().waitFor(); await page.waitForTimeout(8000); return page; };
const pages = [await open('block'), await open('allow')];
const rows: Record<string, number[]>[] = [{}, {}];
for (let i = 0; i < 26; i++) for (const n of i % 2 ? [0, 1] : [1, 0]) {
  const page = pages[n]!;
  await page.bringToFront();
  await page.reload({ waitUntil: 'commit' }); await page.locator('#root [data-metric=followers][data-state=value] p').first().waitFor();
  const got = await page.evaluate(() => { const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]; const nav = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming; const end = (m: string) => entries.find((e) => e.name.includes(m))?.responseEnd ?? 0; return { now: performance.now(), fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0, doc: nav.responseStart, first: end('/assets/first-'), page: end('session/page'), batch: end('/batch') }; });
  if (i > 2) for (const [k, v] of Object.entries(got)) (rows[n]![k] ??= []).push(v);
  await page.waitForTimeout(400);
}
const med = (l: number[]) => Math.round(l.toSorted((a, b) => a - b)[Math.floor(l.length / 2)]!);
for (const [n, r] of rows.entries()) console.log(n ? 'worker ' : 'without', Object.fromEntries(Object.entries(r).map(([k, v]) => [k, med(v)])));
await browser.close(); process.exit(0);
