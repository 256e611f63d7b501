let first: string | null = null;

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
