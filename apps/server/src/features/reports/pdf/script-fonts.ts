import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Packages in order of preference. The first has Latin, Cyrillic, Greek and Devanagari. Noto composes Arabic letters
 * from dots and shapes, which programs cannot copy; it serves the letters that Vazirmatn lacks.
 */
const families = [
  'noto-sans',
  'vazirmatn',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-hebrew',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
];

/**
 * Lists font families. Chinese characters look different in each: the document's kana or hangul decide, then simplified
 * Chinese.
 */
export function listFamilies(characters: string): string[] {
  const eastAsian = ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
  const first = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(characters)
    ? 'noto-sans-jp'
    : /\p{sc=Hangul}/u.test(characters)
      ? 'noto-sans-kr'
      : 'noto-sans-sc';
  return [...families, first, ...eastAsian.filter((family) => family !== first)];
}

/** One file in a divided family. It may lack characters in its ranges. */
export interface FontFile {
  path: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

function resolve(file: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`));
}

export async function listFiles(family: string): Promise<FontFile[]> {
  const subsets = JSON.parse(await readFile(resolve(`${family}/unicode.json`), 'utf8')) as Record<string, string>; // a file of the package
  return (
    Object.entries(subsets)
      // Each family repeats Latin.
      .filter(([name]) => family === 'noto-sans' || !name.startsWith('latin'))
      .map(([name, ranges]) => ({
        path: `${family}/files/${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`,
        ranges: ranges.split(',').map(toRange),
      }))
  );
}

function toRange(range: string): readonly [number, number] {
  const [first = '', last = first] = range.replace('U+', '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

/** Returns a font with only those characters that the file has. */
export async function subsetFile({ path }: FontFile, characters: string, weight: number): Promise<Buffer> {
  const { default: subsetFont } = await import('subset-font');
  return subsetFont(await readFile(resolve(path)), characters, {
    targetFormat: 'truetype',
    variationAxes: { wght: weight },
  });
}
