declare global {
  interface Window {
    /** Targets of clicks before the app has started. */
    tidemarkClicks?: (EventTarget | null)[];
  }
}

/** Lets clicks through again, and makes those on the page that the server had drawn. */
export function makeEarlyClicks(): void {
  const clicked = window.tidemarkClicks;
  delete window.tidemarkClicks;
  for (const target of clicked ?? []) if (target instanceof Element) click(target);
}

const click = (target: Element) => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
