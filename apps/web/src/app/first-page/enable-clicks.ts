declare global {
  interface Window {
    /** Targets of clicks before the app has started. */
    tidemarkClicks?: (EventTarget | null)[];
  }
}

/** Makes the page usable once React has drawn it or taken it over, and makes the clicks on it until then. */
export function enableClicks(): void {
  const root = document.querySelector('#root');
  for (const name of ['inert', 'aria-hidden']) root?.removeAttribute(name);
  const clicked = window.tidemarkClicks;
  delete window.tidemarkClicks;
  for (const target of clicked ?? []) if (target instanceof Element) click(target);
}

const click = (target: Element) => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
