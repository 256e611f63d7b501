import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unpackWoff } from './unpack-woff.ts';

export type FontStyle = 'text' | 'strong' | 'display';

const unpacked = new Map<string, Buffer>();

/** A font of the packages, unpacked once. */
function readFont(name: string): Buffer {
  const known =
    unpacked.get(name) ?? unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${name}`))));
  unpacked.set(name, known);
  return known;
}

/** The files of each style, in the order in which they are tried: each has other characters. */
const files: Record<FontStyle, readonly string[]> = {
  text: ['figtree/files/figtree-latin-400-normal.woff', 'figtree/files/figtree-latin-ext-400-normal.woff'],
  strong: ['figtree/files/figtree-latin-600-normal.woff', 'figtree/files/figtree-latin-ext-600-normal.woff'],
  display: [
    'bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff',
    'bricolage-grotesque/files/bricolage-grotesque-latin-ext-600-normal.woff',
  ],
};

export interface FontRun {
  text: string;
  /** The name under which the document knows the font. */
  font: string;
}

/** The fonts of a document. Only the characters in use are embedded. */
export function registerFonts(doc: PDFKit.PDFDocument) {
  const known = new Map<FontStyle, { name: string; covers: (point: number) => boolean }[]>();
  for (const [style, paths] of Object.entries(files) as [FontStyle, readonly string[]][])
    // its keys are styles
    known.set(
      style,
      paths.map((path, index) => {
        const name = `${style}-${index}`;
        doc.registerFont(name, readFont(path));
        return { name, covers: readCoverage(doc, name) };
      }),
    );
  const find = (style: FontStyle, character: string) =>
    known.get(style)?.find(({ covers }) => covers(character.codePointAt(0) ?? 0))?.name ?? null;

  return {
    has: (style: FontStyle, character: string) => find(style, character) !== null,
    /** Text in pieces that have one font each; characters without a font are left out. */
    split(style: FontStyle, text: string): FontRun[] {
      const runs: FontRun[] = [];
      for (const character of text) {
        const font = find(style, character);
        const last = runs.at(-1);
        if (font === null) continue;
        if (last?.font === font) last.text += character;
        else runs.push({ text: character, font });
      }
      return runs;
    },
  };
}

function readCoverage(doc: PDFKit.PDFDocument, name: string): (point: number) => boolean {
  doc.font(name);
  const { font } = (doc as unknown as { _font: { font: { characterSet: number[] } } })._font; // the types omit it
  const points = new Set(font.characterSet);
  return (point) => points.has(point);
}
