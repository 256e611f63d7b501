let first: string | null = null;
let latest: (() => void) | null = null;

/** Keeps the live token that came with the page's first data. */
export function offerLiveToken(token: string | null): void {
  first = token;
}

/** Returns the page's live token, once: later ones are requested. */
export function takeLiveToken(): string | null {
  const token = first;
  first = null;
  return token;
}

/** Keeps the page's first data while it still shows those that the server has drawn it with. */
export function offerLatest(show: () => void): void {
  latest = show;
}

/** Shows the page's first data, once. */
export function showLatest(): void {
  latest?.();
  latest = null;
}
