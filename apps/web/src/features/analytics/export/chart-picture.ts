import { saveFile } from '#web/platform/save-file.ts';
import type { ChartLine } from './export-choice.ts';

const scale = 2;
const padding = 24;
const titleHeight = 30;
const lineHeight = 19;
/** What the picture takes over from the page's styles, which an image cannot see. */
const copied = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'paint-order',
  'display',
  'visibility',
  'stop-color',
  'stop-opacity',
] as const;

/** Saves the chart of a card as a picture with its title and legend, in the theme's colours and the page's fonts. */
export async function saveChart(within: Element | null, title: string, lines: readonly ChartLine[]): Promise<void> {
  const card = within?.closest('section');
  const charts = [...(card?.querySelectorAll<SVGSVGElement>('svg[role]') ?? [])];
  const chart = charts.toSorted((one, other) => toArea(other) - toArea(one))[0];
  if (!card || !chart) throw new Error('The card has no chart');
  const { width, height } = chart.getBoundingClientRect();
  const [label = ''] = (chart.getAttribute('aria-label') ?? '').split('. ');
  const captions = label.split(/, (?=compared with )/);
  const headHeight = titleHeight + (captions.length + lines.length) * lineHeight;
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * padding) * scale;
  canvas.height = (height + 2 * padding + headHeight) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw');
  context.scale(scale, scale);
  const root = getComputedStyle(card);
  context.fillStyle = resolveColor(card, 'var(--card-solid)');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = root.color;
  context.font = `600 18px ${root.fontFamily}`;
  context.fillText(title, padding, padding + 16);
  context.fillStyle = resolveColor(card, 'var(--ink3)');
  context.font = `400 13px ${root.fontFamily}`;
  let y = padding + titleHeight + 6;
  for (const caption of captions) {
    context.fillText(caption, padding, y, width);
    y += lineHeight;
  }
  for (const { name, color } of lines) {
    context.fillStyle = resolveColor(card, color);
    context.fillRect(padding, y - 9, 10, 10);
    context.fillStyle = root.color;
    context.fillText(name, padding + 18, y, width - 18);
    y += lineHeight;
  }
  context.drawImage(await toImage(chart, width, height), padding, padding + headHeight, width, height);
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!picture) throw new Error('The picture could not be encoded');
  saveFile(picture, `tidemark-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`);
}

function toArea(chart: Element): number {
  const { width, height } = chart.getBoundingClientRect();
  return width * height;
}

/** A colour of the current theme, with custom properties and `light-dark()` resolved. */
function resolveColor(card: Element, written: string): string {
  const probe = document.createElement('span');
  probe.style.color = written;
  card.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

async function toImage(chart: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  copyStyles(chart, copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = await embedFont(chart);
  copy.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

function copyStyles(from: Element, to: Element): void {
  const styles = getComputedStyle(from);
  to.setAttribute('style', copied.map((name) => `${name}:${styles.getPropertyValue(name)}`).join(';'));
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index];
    if (twin) copyStyles(child, twin);
  }
}

/** The rules of the text's font, with their files inside: an image may not load any. */
async function embedFont(chart: Element): Promise<string> {
  const [family = ''] = getComputedStyle(chart).fontFamily.split(',');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule && toName(rule.style.getPropertyValue('font-family')) === toName(family),
  );
  return (await Promise.all(faces.map(embedFile))).join('\n');
}

function toName(family: string): string {
  return family.replaceAll(/["']/g, '').trim();
}

async function embedFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (!address) return '';
  const file = await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return cssText.replace(address, `data:font/woff2;base64,${btoa(letters)}`);
}
