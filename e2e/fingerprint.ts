import type { Page } from 'playwright-core';

/**
 * A screenshot as a grid of brightness: one string per row, one hexadecimal digit per cell. It shows which surfaces are
 * where, and is small enough for the repository.
 */
export type Fingerprint = readonly string[];

/** Cells across a window; they are square. */
const cellsAcross = { wide: 30, narrow: 13 };
const narrowWindow = 700;

/** Keeps only surfaces: text, pictures and bar lengths depend on the date and on fonts. */
const surfacesOnly = `
  *, *::before, *::after { color: transparent !important; text-shadow: none !important; animation: none !important; transition: none !important; box-shadow: none !important; }
  html, body, body * { background-image: none !important; }
  :root { --bg: #000 !important; }
  html, body { background-color: #000 !important; }
  img, svg, canvas, main [style*='width'], main [style*='height'] { visibility: hidden !important; }
  /* How many lines the headline has depends on the date, too; on a phone, the comparison allows for it. */
  @media (width >= 700px) { main header div:has(> h1) ~ div > p { overflow: hidden !important; white-space: nowrap !important; } }
`;

export async function takeFingerprint(page: Page): Promise<Fingerprint> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await applyStyle(page, surfacesOnly);
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  const width = page.viewportSize()?.width ?? 0;
  const columns = width < narrowWindow ? cellsAcross.narrow : cellsAcross.wide;
  const canvas = await page.context().newPage();
  const rows = await canvas.evaluate(toBrightness, {
    source: `data:image/png;base64,${picture.toString('base64')}`,
    columns,
  });
  await canvas.close();
  return rows;
}

/** Adds a sheet from a script, because the content security policy allows no style element. */
export async function applyStyle(page: Page, text: string): Promise<void> {
  await page.evaluate((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, text);
}

async function toBrightness({ source, columns }: { source: string; columns: number }): Promise<string[]> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const rows = Math.round((image.height / image.width) * columns);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [columns, rows];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser has no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, columns, rows);
  const { data } = context.getImageData(0, 0, columns, rows);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => {
      const [red = 0, green = 0, blue = 0] = data.slice((row * columns + column) * 4);
      return Math.floor((red * 0.3 + green * 0.59 + blue * 0.11) / 16).toString(16);
    }).join(''),
  );
}

/** Out of 16 brightness steps; less is anti-aliasing, or an edge that moved by a few pixels. */
const cellTolerance = 5;
/** Share of all cells, wherever they are. */
const areaTolerance = 0.03;
/** A square with that many cells is smaller than the smallest card, but larger than any moved edge. */
const blockSide = 3;
/** Number of rows: on a phone, content above may be a line longer or shorter, depending on the date. */
const shiftTolerance = { wide: 0, narrow: 2 };
const heightTolerance = 0.08;

/** Describes the difference in a sentence and a map of the cells; null if the screens look alike. */
export function describeDifference(stored: Fingerprint, now: Fingerprint): string | null {
  const rows = Math.max(stored.length, now.length);
  const columns = stored[0]?.length ?? 0;
  const taller = now.length - stored.length;
  const map = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => markCell(stored, now, row, column)).join(''),
  );
  const differing = map.join('').replaceAll('.', '').length;
  if (Math.abs(taller) > Math.max(1, stored.length * heightTolerance))
    return `The page is ${Math.abs(taller)} of ${stored.length} rows ${taller > 0 ? 'taller' : 'shorter'}.\n${map.join('\n')}`;
  if (differing <= rows * columns * areaTolerance && !hasBlock(map)) return null;
  return `${differing} of ${rows * columns} cells differ (- darker, + brighter).\n${map.join('\n')}`;
}

function hasBlock(map: readonly string[]): boolean {
  const differs = (row: number, column: number) => (map[row]?.[column] ?? '.') !== '.';
  const side = Array.from({ length: blockSide }, (_, index) => index);
  return map.some((cells, row) =>
    cells
      .split('')
      .some((_, column) => side.every((down) => side.every((right) => differs(row + down, column + right)))),
  );
}

function markCell(stored: Fingerprint, now: Fingerprint, row: number, column: number): string {
  const after = now[row]?.[column];
  // A row more or less comes from rounding, and is otherwise reported as height.
  if (after === undefined || row >= stored.length) return '.';
  const shift = now[row]?.length === cellsAcross.narrow ? shiftTolerance.narrow : shiftTolerance.wide;
  const [change = 0] = stored
    .slice(Math.max(0, row - shift), row + shift + 1)
    .map((before) => Number.parseInt(after, 16) - Number.parseInt(before[column] ?? '0', 16))
    .toSorted((one, other) => Math.abs(one) - Math.abs(other));
  if (Math.abs(change) < cellTolerance) return '.';
  return change > 0 ? '+' : '-';
}
