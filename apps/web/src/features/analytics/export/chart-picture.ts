import { saveFile } from '#web/platform/save-file.ts';

const scale = 2;
const padding = 24;
const headHeight = 44;
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
] as const;

/** Saves the chart of a card as a picture with its title, in the theme's colours and the page's fonts. */
export async function saveChart(within: Element | null, title: string): Promise<void> {
  const card = within?.closest('section');
  const charts = [...(card?.querySelectorAll<SVGSVGElement>('svg[role]') ?? [])];
  const chart = charts.toSorted((one, other) => toArea(other) - toArea(one))[0];
  if (!card || !chart) throw new Error('The card has no chart');
  const { width, height } = chart.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * padding) * scale;
  canvas.height = (height + 2 * padding + headHeight) * scale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw');
  context.scale(scale, scale);
  const root = getComputedStyle(card);
  context.fillStyle = resolveColor(card, '--card-solid');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = root.color;
  context.font = `600 18px ${root.fontFamily}`;
  context.fillText(title, padding, padding + 16);
  context.fillStyle = resolveColor(card, '--ink3');
  context.font = `400 13px ${root.fontFamily}`;
  context.fillText(chart.getAttribute('aria-label')?.split('. ')[0] ?? '', padding, padding + 36, width);
  context.drawImage(await toImage(chart, width, height), padding, padding + headHeight, width, height);
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!picture) throw new Error('The picture could not be encoded');
  saveFile(picture, `tidemark-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`);
}

function toArea(chart: Element): number {
  const { width, height } = chart.getBoundingClientRect();
  return width * height;
}

/** A custom property as a colour of the current theme, with `light-dark()` resolved. */
function resolveColor(card: Element, property: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
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
  const data = await new Promise<string>((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error('A font could not be read'));
    void file.blob().then((content) => reader.readAsDataURL(content));
  });
  return cssText.replace(address, data);
}
