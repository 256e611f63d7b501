import { createSheet, type Element, margin, type Sheet } from './sheet.ts';

type Draw = (sheet: Sheet, parent: Element) => void;

interface Section {
  /** Stays with the first part of the content. */
  drawHead: Draw;
  drawContent: (sheet: Sheet, parent: Element, scale: number) => void;
  /** Sizes in which the content may be drawn, largest first. */
  scales?: readonly number[];
  /** Space that must be left below it. */
  after?: number;
}

/**
 * Draws a section where it leaves no page half empty: on the rest of this page if it fits, smaller if necessary; else on
 * the next page as a whole, unless more than half of this page would stay empty.
 */
export function placeSection(sheet: Sheet, { drawHead, drawContent, scales = [1], after = 0 }: Section): void {
  const head = rehearse(sheet, drawHead).height;
  const measure = (scale: number) => rehearse(sheet, (trial, parent) => drawContent(trial, parent, scale));
  const fitting = scales.find((scale) => head + measure(scale).height + after <= sheet.room);
  if (fitting === undefined) {
    const { height, start } = measure(1);
    const isMoved = head + height <= sheet.pageHeight && sheet.room < sheet.pageHeight / 2;
    sheet.ensureSpace(isMoved ? head + height : Math.min(sheet.pageHeight, head + start));
  }
  const element = sheet.group(sheet.root, 'Sect');
  drawHead(sheet, element);
  drawContent(sheet, element, fitting ?? 1);
}

/** Returns the height that `draw` takes on an endless page, and the height of its first part. Draws nothing. */
function rehearse({ doc, fonts }: Sheet, draw: Draw): { height: number; start: number } {
  const trial = createSheet(toSilent(doc), fonts, Infinity);
  draw(trial, trial.root);
  return { height: trial.y - margin.top, start: (trial.firstEnd ?? trial.y) - margin.top };
}

const measuring = new Set<string | symbol>(['font', 'fontSize', 'widthOfString', '_font', 'page']);

/** Returns a document that measures text as the given one does, and draws nothing. */
function toSilent(doc: Sheet['doc']): Sheet['doc'] {
  const silent: Sheet['doc'] = new Proxy(doc, {
    get(target, name) {
      if (!measuring.has(name)) return () => silent;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const result: unknown = value.apply(target, args);
        return result === target ? silent : result;
      };
    },
  });
  return silent;
}
