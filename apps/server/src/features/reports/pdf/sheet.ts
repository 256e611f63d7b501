import { lightPalette, type PaletteName } from '@tidemark/presentation';
import type PDFDocument from 'pdfkit';
import { type Fonts, type FontStyle, isFontStyle, readAscender } from './fonts.ts';
import { omission, toPrintable, wrapText } from './printable-text.ts';
import { findDirection, hasRightToLeft, type TextDirection, toRuns } from './text-runs.ts';

export const margin = { side: 40, top: 42, bottom: 54 };

export interface Area {
  x: number;
  width: number;
}

export interface TextOptions extends Area {
  y: number;
  size: number;
  style?: FontStyle;
  color?: PaletteName;
  align?: 'start' | 'end' | 'center';
  maxLines?: number;
  /** Relative to the size. */
  leading?: number;
  link?: string | null;
  /** The first letter's direction by default. */
  direction?: TextDirection;
}

export interface BlockOptions extends Omit<TextOptions, 'x' | 'y' | 'width'> {
  width?: number;
  /** Space below. */
  after?: number;
}

type Document = InstanceType<typeof PDFDocument>;
export type Element = PDFKit.PDFStructureElement;

/** Resolves a CSS variable such as `var(--reel)` to its color. */
export function toColor(variable: string): string {
  const name = /^var\(--(.+)\)$/.exec(variable)?.[1] ?? '';
  return name in lightPalette ? lightPalette[name as PaletteName] : lightPalette.other;
}

/** pdfkit lays out text word by word, always from left to right, unless it is given features. */
const toShaping = (font: string) => (isFontStyle(font) ? {} : { features: [] });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Fills a document's pages from the top down. Everything drawn is tagged, or marked as decoration. `bottom` is where a
 * page ends.
 */
export function createSheet(doc: Document, fonts: Fonts, bottom = doc.page.height - margin.bottom) {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const width = doc.page.width - 2 * margin.side;
  let hasOmissions = false;
  let firstEnd: number | null = null;

  /** Widths for runs and lines at size 1, by font and by style. */
  const widths = new Map<string, number>();
  function measureOnce(font: string, text: string, measure: () => number): number {
    const key = `${font} ${text}`;
    const known = widths.get(key) ?? measure();
    widths.set(key, known);
    return known;
  }

  function measureRun(font: string, text: string): number {
    return measureOnce(font, text, () => doc.font(font).fontSize(1).widthOfString(text, toShaping(font)));
  }

  function listRuns(line: string, style: FontStyle, direction: TextDirection) {
    if (direction === 'ltr' && fonts.find(style, line) === style) return [{ font: style, text: line }];
    return toRuns(line, direction, (text, preferred) => fonts.find(style, text, preferred));
  }

  function measure(text: string, style: FontStyle, size: number): number {
    const toWidth = () => sum(listRuns(text, style, 'ltr').map((run) => measureRun(run.font, run.text)));
    return size * measureOnce(style, text, toWidth);
  }

  function print(text: string, style: FontStyle): string {
    return toPrintable(text, (part) => fonts.find(style, part) !== undefined);
  }

  function lines(
    text: string,
    { size, width: room, style = 'text', maxLines = Infinity }: Omit<TextOptions, 'x' | 'y'>,
  ) {
    const printable = print(text, style);
    if (printable.includes(omission)) hasOmissions = true;
    if (printable === '') return [];
    return wrapText(printable, { width: room, maxLines, measure: (line) => measure(line, style, size) });
  }

  function drawLine(
    line: string,
    direction: TextDirection,
    { x, y, width: room, size, style = 'text', align = 'start', link }: TextOptions,
  ) {
    const runs = listRuns(line, style, direction);
    const used = size * sum(runs.map((run) => measureRun(run.font, run.text)));
    let at = x + (align === 'end' ? room - used : align === 'center' ? (room - used) / 2 : 0);
    if (link) doc.link(at, y, used, size * 1.2, link);
    // All fonts in a line share its baseline.
    const baseline = -readAscender(doc, style) * size;
    // Programs copy and read this where glyphs and letters differ. They reverse lines with Arabic themselves.
    const hasOwnText = runs.some(({ font }) => font !== style) && !hasRightToLeft(line);
    if (hasOwnText) doc.markContent('Span', { actual: line });
    for (const { font, text } of runs) {
      doc
        .font(font)
        .fontSize(size)
        .text(text, at, y, { lineBreak: false, baseline, ...toShaping(font) });
      at += size * measureRun(font, text);
    }
    if (hasOwnText) doc.endMarkedContent();
  }

  const sheet = {
    doc,
    fonts,
    root,
    left: margin.side,
    width,
    area: { x: margin.side, width },
    y: margin.top,
    /** True if letters were left out that the fonts lack. */
    get hasOmissions() {
      return hasOmissions;
    },
    /** Height left on this page. */
    get room() {
      return bottom - sheet.y;
    },
    /** Height of a whole page. */
    pageHeight: bottom - margin.top,
    /** End of the first part that had to stay on one page; null without one. */
    get firstEnd() {
      return firstEnd;
    },
    /** Starts a new page unless this much space is left. */
    ensureSpace(height: number) {
      firstEnd ??= sheet.y + height;
      if (sheet.y + height <= bottom || sheet.y === margin.top) return;
      doc.addPage();
      sheet.y = margin.top;
    },
    measure: (text: string, style: FontStyle, size: number) => measure(print(text, style), style, size),
    height: (text: string, options: Omit<TextOptions, 'x' | 'y'>) =>
      lines(text, options).length * options.size * (options.leading ?? 1.3),
    /** Draws text; returns its height. */
    text(text: string, options: TextOptions): number {
      const { size, leading = 1.3, color = 'ink', maxLines } = options;
      const all = lines(text, options);
      doc.fillColor(lightPalette[color]);
      const direction = options.direction ?? findDirection(text);
      // Running text starts at the right if it is read from there; a name stays beside its picture.
      const align = options.align ?? (direction === 'rtl' && maxLines === undefined ? 'end' : 'start');
      all.forEach((line, index) =>
        drawLine(line, direction, { ...options, align, y: options.y + index * size * leading }),
      );
      return all.length * size * leading;
    },
    /** Draws text over the sheet's width as an element of its own, and moves below it. */
    block(parent: Element, type: string, text: string, options: BlockOptions) {
      const { after = 0, ...style } = options;
      sheet.tag(parent, type, () => (sheet.y += sheet.text(text, { ...sheet.area, ...style, y: sheet.y }) + after));
    },
    /** Draws into a tagged element in the document's structure. */
    tag(parent: Element, type: string, draw: () => void, options: { alt?: string } = {}) {
      const content = doc.markStructureContent(type, options);
      draw();
      doc.endMarkedContent();
      parent.add(doc.struct(type, options, [content]));
    },
    /** Adds a group of elements. */
    group(parent: Element, type: string): Element {
      const element = doc.struct(type);
      parent.add(element);
      return element;
    },
    /** Draws decoration that carries no meaning, such as a line. */
    decorate(draw: () => void) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
  return sheet;
}

export type Sheet = ReturnType<typeof createSheet>;
