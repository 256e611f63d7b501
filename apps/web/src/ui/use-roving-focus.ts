import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react';

const selector = '[data-roving]';
const rowSelector = '[role=row], tr';

/**
 * Creates one tab stop for a group of controls marked with `data-roving`. Arrow keys, Home and End move between them;
 * in rows, up and down move between the rows.
 */
export function useRovingFocus<Group extends HTMLElement>() {
  const group = useRef<Group>(null);
  const stop = useRef<Element>(null);

  // Controls come and go with renders; exactly one must be a tab stop.
  useEffect(() => setStop(group.current, stop));

  function onFocus(event: FocusEvent) {
    const item = event.target.closest(selector);
    if (!item || item === stop.current) return;
    stop.current = item;
    setStop(group.current, stop);
  }

  function onKeyDown(event: KeyboardEvent) {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    const next = item && group.current && findNext(group.current, item, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return { ref: group, onFocus, onKeyDown };
}

function listItems(within: Element): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)];
}

function setStop(group: Element | null, stop: { current: Element | null }) {
  const items = group ? listItems(group) : [];
  if (!items.some((item) => item === stop.current)) stop.current = items[0] ?? null;
  for (const item of items) {
    const tabIndex = item === stop.current ? '0' : '-1';
    // Every assignment makes the browser recompute styles, even for an equal value.
    if (item.getAttribute('tabindex') !== tabIndex) item.setAttribute('tabindex', tabIndex);
  }
}

function findNext(group: Element, item: HTMLElement, key: string): HTMLElement | undefined {
  const row = item.closest(rowSelector);
  const items = listItems(group);
  if (key === 'Home') return items[0];
  if (key === 'End') return row ? listItems(lastRow(group))[0] : items.at(-1);
  if (row && (key === 'ArrowDown' || key === 'ArrowUp')) return inNextRow(group, row, item, key === 'ArrowDown');
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (step === undefined) return undefined;
  const neighbours = row ? listItems(row) : items;
  return neighbours[neighbours.indexOf(item) + step];
}

function lastRow(group: Element): Element {
  return [...group.querySelectorAll(rowSelector)].at(-1) ?? group;
}

function inNextRow(group: Element, row: Element, item: HTMLElement, isDown: boolean): HTMLElement | undefined {
  const rows = [...group.querySelectorAll(rowSelector)];
  const next = rows[rows.indexOf(row) + (isDown ? 1 : -1)];
  if (!next) return undefined;
  const items = listItems(next);
  return items[Math.min(listItems(row).indexOf(item), items.length - 1)];
}
