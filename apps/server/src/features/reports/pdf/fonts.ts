import { fileURLToPath } from 'node:url';
import { listFamilies, listFiles, subsetFile } from './script-fonts.ts';

export type FontStyle = 'text' | 'strong' | 'display';

/** Whole fonts: subsets for the web lack signs such as '≥', without which a lower bound would read as a value. */
const files: Record<FontStyle, string> = {
  text: 'figtree/400Regular/Figtree_400Regular.ttf',
  strong: 'figtree/600SemiBold/Figtree_600SemiBold.ttf',
  display: 'bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf',
};
const weights: Record<FontStyle, number> = { text: 400, strong: 600, display: 600 };

export const isFontStyle = (name: string): name is FontStyle => name in files;

/** A registered font and the characters it has. */
interface RegisteredFont {
  name: string;
  characters: ReadonlySet<number>;
}

function hasAll({ characters }: RegisteredFont, text: string): boolean {
  for (const character of text) if (!characters.has(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/**
 * Registers a font for each style, under its name, and fonts for any characters in the content that these lack. Only
 * the characters in use are embedded.
 */
export async function registerFonts(doc: PDFKit.PDFDocument, content: unknown) {
  const styles = Object.keys(files) as FontStyle[]; // its keys are styles
  const own = styles.map((style) => {
    doc.registerFont(style, fileURLToPath(import.meta.resolve(`@expo-google-fonts/${files[style]}`)));
    return { name: style, characters: readCharacters(doc, style) };
  });
  const needed = listCharacters(content).filter((character) => !own.every((font) => hasAll(font, character)));
  const others = await registerScriptFonts(doc, needed.join(''));
  const fonts = new Map(
    styles.map((style, index) => [
      style,
      [...own.slice(index, index + 1), ...others.filter(({ weight }) => weight === weights[style])],
    ]),
  );
  return {
    /** Returns the name of the first font that has the whole text, or the preferred font's. */
    find(style: FontStyle, text: string, preferred?: string): string | undefined {
      const able = fonts.get(style)?.filter((font) => hasAll(font, text)) ?? [];
      return (able.find(({ name }) => name === preferred) ?? able[0])?.name;
    },
  };
}

export type Fonts = Awaited<ReturnType<typeof registerFonts>>;

/** Returns each character outside ASCII in all texts, as written and in the forms that may stand for it. */
function listCharacters(content: unknown): string[] {
  const texts =
    JSON.stringify(content)
      .match(/[^\0-\x7F]+/g)
      ?.join('') ?? '';
  return Array.from(new Set(`${texts.normalize('NFC')}${texts.normalize('NFKC')}${texts.toUpperCase()}`));
}

async function registerScriptFonts(doc: PDFKit.PDFDocument, needed: string) {
  const missing = new Set(needed);
  const found: (RegisteredFont & { weight: number })[] = [];
  for (const family of needed === '' ? [] : listFamilies(needed)) {
    if (missing.size === 0) break;
    for (const file of await listFiles(family)) {
      if (!hasAny(file.ranges, missing)) continue;
      for (const weight of new Set(Object.values(weights))) {
        const name = `${file.path} ${weight}`;
        // The shaper divides some vowels into their parts.
        doc.registerFont(name, await subsetFile(file, `${needed}${needed.normalize('NFKD')} `, weight));
        found.push({ name, weight, characters: readCharacters(doc, name) });
      }
      for (const point of found.at(-1)?.characters ?? []) missing.delete(String.fromCodePoint(point));
    }
  }
  return found;
}

function hasAny(ranges: readonly (readonly [number, number])[], characters: Iterable<string>): boolean {
  for (const character of characters) {
    const point = character.codePointAt(0) ?? 0;
    if (ranges.some(([first, last]) => point >= first && point <= last)) return true;
  }
  return false;
}

function readCharacters(doc: PDFKit.PDFDocument, name: string): ReadonlySet<number> {
  return new Set(openFont(doc, name).font.characterSet);
}

/** Returns a font's height above its baseline, for size 1. */
export function readAscender(doc: PDFKit.PDFDocument, name: string): number {
  return openFont(doc, name).ascender / 1000;
}

function openFont(doc: PDFKit.PDFDocument, name: string) {
  doc.font(name);
  return (doc as unknown as { _font: { ascender: number; font: { characterSet: number[] } } })._font; // the types omit it
}
