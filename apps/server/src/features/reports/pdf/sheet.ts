import { lightPalette, type PaletteName } from '@tidemark/figures';
import type PDFDocument from 'pdfkit';
import { type FontStyle, registerFonts } from './fonts.ts';
import { omission, toPrintable, wrapText } from './printable-text.ts';

export const margin = { side: 40, top: 42, bottom: 54 };

export interface TextOptions {
  x: number;
  y: number;
  width: number;
  size: number;
  style?: FontStyle;
  color?: PaletteName;
  align?: 'start' | 'end' | 'center';
  maxLines?: number;
  /** Of the size. */
  leading?: number;
  link?: string | null;
}

type Document = InstanceType<typeof PDFDocument>;
export type Element = PDFKit.PDFStructureElement;

/** The color of a CSS variable such as `var(--reel)`. */
export function toColor(variable: string): string {
  const name = /^var\(--(.+)\)$/.exec(variable)?.[1] ?? '';
  return name in lightPalette ? lightPalette[name as PaletteName] : lightPalette.other;
}

/** The pages of a document, filled from the top down. Everything drawn is tagged, or marked as decoration. */
export function createSheet(doc: Document) {
  const fonts = registerFonts(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const width = doc.page.width - 2 * margin.side;
  const bottom = doc.page.height - margin.bottom;
  let hasOmissions = false;

  const widths = new Map<string, number>();
  function measureWith(style: FontStyle, size: number) {
    return (text: string) => {
      const key = `${style} ${text}`;
      let known = widths.get(key);
      if (known === undefined) {
        known = doc.font(style).fontSize(1).widthOfString(text);
        widths.set(key, known);
      }
      return known * size;
    };
  }

  function lines(
    text: string,
    { size, width: room, style = 'text', maxLines = Infinity }: Omit<TextOptions, 'x' | 'y'>,
  ) {
    const printable = toPrintable(text, (character) => fonts.has(style, character));
    if (printable.includes(omission)) hasOmissions = true;
    if (printable === '') return [];
    return wrapText(printable, { width: room, maxLines, measure: measureWith(style, size) });
  }

  function drawLine(line: string, { x, y, width: room, size, style = 'text', align = 'start', link }: TextOptions) {
    const used = measureWith(style, size)(line);
    const at = x + (align === 'end' ? room - used : align === 'center' ? (room - used) / 2 : 0);
    if (link) doc.link(at, y, used, size * 1.2, link);
    doc.font(style).fontSize(size).text(line, at, y, { lineBreak: false });
  }

  const sheet = {
    doc,
    root,
    left: margin.side,
    width,
    y: margin.top,
    /** Whether letters were left out that the fonts lack. */
    get hasOmissions() {
      return hasOmissions;
    },
    /** Starts a new page unless this much room is left. */
    room(height: number) {
      if (sheet.y + height <= bottom || sheet.y === margin.top) return;
      doc.addPage();
      sheet.y = margin.top;
    },
    measure: (text: string, style: FontStyle, size: number) => measureWith(style, size)(text),
    height: (text: string, options: Omit<TextOptions, 'x' | 'y'>) =>
      lines(text, options).length * options.size * (options.leading ?? 1.3),
    /** Returns the height it took. */
    text(text: string, options: TextOptions): number {
      const { size, leading = 1.3, color = 'ink' } = options;
      const all = lines(text, options);
      doc.fillColor(lightPalette[color]);
      all.forEach((line, index) => drawLine(line, { ...options, y: options.y + index * size * leading }));
      return all.length * size * leading;
    },
    /** What is drawn belongs to an element of the document's structure. */
    tag(parent: Element, type: string, draw: () => void, options: { alt?: string } = {}) {
      const content = doc.markStructureContent(type, options);
      draw();
      doc.endMarkedContent();
      parent.add(doc.struct(type, options, [content]));
    },
    /** A group of elements. */
    group(parent: Element, type: string): Element {
      const element = doc.struct(type);
      parent.add(element);
      return element;
    },
    /** Something that carries no meaning, such as a line. */
    decorate(draw: () => void) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw();
      doc.endMarkedContent();
    },
  };
  return sheet;
}

export type Sheet = ReturnType<typeof createSheet>;
