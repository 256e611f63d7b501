import { fileURLToPath } from 'node:url';

export type FontStyle = 'text' | 'strong' | 'display';

/** Whole fonts: subsets for the web lack signs such as '≥', without which a lower bound would read as a value. */
const files: Record<FontStyle, string> = {
  text: 'figtree/400Regular/Figtree_400Regular.ttf',
  strong: 'figtree/600SemiBold/Figtree_600SemiBold.ttf',
  display: 'bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold.ttf',
};

/** Registers a font for each style, under its name. Only the characters in use are embedded. */
export function registerFonts(doc: PDFKit.PDFDocument) {
  const characters = new Map<FontStyle, ReadonlySet<number>>();
  for (const [style, file] of Object.entries(files) as [FontStyle, string][]) {
    // its keys are styles
    doc.registerFont(style, fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}`)));
    characters.set(style, readCharacters(doc, style));
  }
  return {
    has: (style: FontStyle, character: string) => characters.get(style)?.has(character.codePointAt(0) ?? 0) ?? false,
  };
}

function readCharacters(doc: PDFKit.PDFDocument, style: FontStyle): ReadonlySet<number> {
  doc.font(style);
  const { font } = (doc as unknown as { _font: { font: { characterSet: number[] } } })._font; // the types omit it
  return new Set(font.characterSet);
}
