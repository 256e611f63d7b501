/** The first Chromium with `noopener-allow-popups`: https://github.com/mdn/browser-compat-data. Firefox has none. */
const firstChromium = 131;

/**
 * Returns a browser's `Cross-Origin-Opener-Policy`, by its `sec-ch-ua` header, which only Chromium sends. Both policies cut
 * off other sites that open a page or its tab, and let the business login's popup reach its opener. Chromium starts a new
 * process for a page in an empty tab under `same-origin-allow-popups`, and compiles every script again. Pages need no
 * `Vary`, because shared caches do not store them.
 */
export function chooseOpenerPolicy(brands: string | string[] | undefined): string {
  const version = /"Chromium";v="(\d+)/.exec(String(brands ?? ''))?.[1];
  return Number(version ?? 0) >= firstChromium ? 'noopener-allow-popups' : 'same-origin-allow-popups';
}
