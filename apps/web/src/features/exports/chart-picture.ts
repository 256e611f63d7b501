import { saveFile } from '#web/platform/save-file.ts';
import { drawElement } from './draw-element.ts';
import type { ChartLine } from './export-choice.ts';

const scale = 2;
const padding = 24;
const titleHeight = 30;
const lineHeight = 19;
const gap = 24;

/** Saves a card's charts as a picture with its title and legend, in the theme's colours and the page's fonts. */
export async function saveChart(within: Element | null, title: string, lines: readonly ChartLine[]): Promise<void> {
  const card = within?.closest('section');
  const charts = card ? findCharts(card) : [];
  if (!card || charts.length === 0) throw new Error('The card has no chart');
  const sizes = charts.map((chart) => chart.getBoundingClientRect());
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height + gap, -gap);
  const captions = listCaptions(card, charts);
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
  let top = padding + headHeight;
  for (const chart of charts) {
    const size = chart.getBoundingClientRect();
    context.drawImage(await drawElement(chart, scale), padding, top, size.width, size.height);
    top += size.height + gap;
  }
  const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!picture) throw new Error('The picture could not be encoded');
  saveFile(picture, `tidemark-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.png`);
}

/** Finds a card's largest line chart, and the parts marked as its picture; failing both, its table. */
function findCharts(card: Element): Element[] {
  const marked = [...card.querySelectorAll('[data-picture]')];
  const [line] = [...card.querySelectorAll('svg[role="application"]')].toSorted(
    (one, other) => toArea(other) - toArea(one),
  );
  const charts = line && !line.closest('[data-picture]') ? [line, ...marked] : marked;
  const parts = charts.length > 0 ? charts : [...card.querySelectorAll('table:not(.vh)')];
  return parts.filter((part) => toArea(part) > 0);
}

function toArea(chart: Element): number {
  const { width, height } = chart.getBoundingClientRect();
  return width * height;
}

/** Describes the charts: a line chart's name, a card's value, or the line below its title. */
function listCaptions(card: Element, [chart]: readonly Element[]): string[] {
  if (chart instanceof SVGElement) {
    const [label = ''] = (chart.getAttribute('aria-label') ?? '').split('. ');
    return label.split(/, (?=compared with )/);
  }
  const words = card.querySelector('[data-caption]') ?? card.querySelector('header p');
  if (!words) return [];
  const texts = words.matches('[data-caption]') ? [...words.children].map(toText) : [toText(words)];
  const isApproximate = words.querySelector('[aria-label^="approximate" i]') !== null;
  const caption = [...texts, isApproximate ? 'approximate' : ''].filter((text) => text !== '').join(' · ');
  return caption === '' ? [] : [caption];
}

function toText({ textContent }: Element): string {
  return textContent.replaceAll(/\s+/g, ' ').trim();
}

/** Resolves a colour in the current theme, including custom properties and `light-dark()`. */
function resolveColor(card: Element, written: string): string {
  const probe = document.createElement('span');
  probe.style.color = written;
  card.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
