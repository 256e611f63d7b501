import type { Page } from 'playwright-core';

/** Lists titles partly covered by a button or a link in the same section. */
export function listCoveredTitles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.vh, [popover]');
    return [...document.querySelectorAll('main :is(h1, h2, h3)')].filter(isShown).flatMap((title) => {
      const text = document.createRange();
      text.selectNodeContents(title);
      const words = text.getBoundingClientRect();
      const section = title.closest('section') ?? title.parentElement;
      const covering = [...(section?.querySelectorAll('button, a') ?? [])].find((control) => {
        if (!isShown(control) || control.contains(title) || title.contains(control)) return false;
        // A button's own icon: its padding may touch the words.
        const { left, right, top, bottom } = (control.querySelector('svg') ?? control).getBoundingClientRect();
        return left < words.right && right > words.left && top < words.bottom && bottom > words.top;
      });
      return covering ? [`${title.textContent}: behind ${covering.ariaLabel ?? covering.textContent}`] : [];
    });
  });
}
