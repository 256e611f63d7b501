import type { Page } from 'playwright-core';

/** Lists table cells whose text is cut off without an ellipsis, is not shown, or shows hardly any of its words. */
export function listCutCells(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const leastShown = 64;
    const isSeen = (element: Element) =>
      element.getBoundingClientRect().width > 1 && !element.closest('.vh, [popover]');
    const listTexts = (cell: Element) => {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const texts: { element: Element; box: DOMRect }[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!element || !isSeen(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width > 0) texts.push({ element, box });
      }
      return texts;
    };
    return [...document.querySelectorAll('main :is(th, td)')].filter(isSeen).flatMap((cell) => {
      const edge = cell.getBoundingClientRect();
      const lines = listTexts(cell).flatMap(({ element, box }) => {
        let clip = element;
        while (clip !== cell && clip.parentElement && getComputedStyle(clip).overflowX === 'visible')
          clip = clip.parentElement;
        if (clip === cell) return box.right > edge.right + 1 || box.left < edge.left - 1 ? ['cut off'] : [];
        const shown = clip.getBoundingClientRect();
        if (box.top > shown.bottom || box.bottom < shown.top) return ['not shown'];
        const isShortened = getComputedStyle(clip).textOverflow === 'ellipsis' && clip.scrollWidth > clip.clientWidth;
        return isShortened && clip.clientWidth < leastShown ? ['hardly any words'] : [];
      });
      const table = cell.closest('table')?.getAttribute('aria-label');
      return [...new Set(lines)].map((why) => `${table}: ${why}: ${cell.textContent.slice(0, 60)}`);
    });
  });
}
