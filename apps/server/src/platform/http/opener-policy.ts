/** The first Chromium with `noopener-allow-popups`: https://github.com/mdn/browser-compat-data. Firefox has none. */
const firstChromium = 131;

/**
 * Returns the `Cross-Origin-Opener-Policy` for a browser, by its `sec-ch-ua` header, which only Chromium sends. Both
 * policies cut off whoever opened a page or its tab, and let the business login's popup reach the page that opened it.
 * With `same-origin-allow-popups`, Chromium also starts a new process for a page opened in an empty tab, and compiles every
 * script again. No response depends on it that a shared cache may keep.
 */
export function chooseOpenerPolicy(brands: string | string[] | undefined): string {
  const version = /"Chromium";v="(\d+)/.exec(String(brands ?? ''))?.[1];
  return Number(version ?? 0) >= firstChromium ? 'noopener-allow-popups' : 'same-origin-allow-popups';
}
