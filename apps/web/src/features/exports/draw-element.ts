/** Never in a picture: screen-reader text, popups, and the controls that open them. */
const leftOut = '.vh, [role="tooltip"], [role="menu"], [popover], [data-control]';
/** Controls leave their place empty. */
const emptied = 'fieldset';
/** An element inherits these computed values from its parent, so they differ from a bare element's by chance. */
const inherited = new Set([
  'color',
  'direction',
  'fill',
  'font-family',
  'font-size',
  'font-style',
  'font-variant-numeric',
  'font-weight',
  'letter-spacing',
  'line-height',
  'list-style-type',
  'paint-order',
  'stroke',
  'stroke-width',
  'text-align',
  'text-anchor',
  'text-transform',
  'visibility',
  'white-space-collapse',
  'text-wrap-mode',
]);
/** Repeat other properties, or move. */
const isNeedless = (name: string) =>
  /^(-webkit-|animation|transition|perspective-origin|(min-|max-)?(inline|block)-size|(border|inset|margin|padding)-(inline|block))/.test(
    name,
  );

/**
 * Draws a page element as an image, with its styles, fonts and pictures inside: an image sees no style sheet and loads
 * nothing.
 */
export async function drawElement(
  element: Element,
  { width, height }: { width: number; height: number },
): Promise<HTMLImageElement> {
  const isSvg = element instanceof SVGSVGElement;
  const copy = element.cloneNode(true) as HTMLElement | SVGElement; // A clone has its original's class.
  const families = new Set<string>();
  const bare = createBareElements(element);
  copyStyles(element, copy, { families, toBare: bare.get });
  bare.remove();
  await Promise.all(copyPictures(element, copy));
  for (const one of copy.querySelectorAll(leftOut)) one.remove();
  for (const one of copy.querySelectorAll<HTMLElement>(emptied)) one.style.opacity = '0';
  // The pointer may be on a row.
  for (const row of copy.querySelectorAll('tr')) row.style.background = 'none';
  const svg = isSvg ? copy : document.createElementNS(svgNamespace, 'svg');
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  if (!isSvg) {
    const frame = document.createElementNS(svgNamespace, 'foreignObject');
    frame.setAttribute('width', '100%');
    frame.setAttribute('height', '100%');
    copy.style.margin = '0';
    frame.append(copy);
    svg.append(frame);
  }
  const style = document.createElementNS(svgNamespace, 'style');
  style.textContent = await embedFonts(families);
  svg.prepend(style);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** Creates elements without the page's styles, to find out which styles the page adds. */
function createBareElements(beside: Element) {
  const host = document.createElement('div');
  host.style.display = 'none';
  const root = host.attachShadow({ mode: 'open' });
  (beside.closest('section') ?? document.body).append(host);
  const known = new Map<string, Map<string, string>>();
  return {
    get({ namespaceURI, localName }: Element): ReadonlyMap<string, string> {
      const found = known.get(localName);
      if (found) return found;
      const one = document.createElementNS(namespaceURI, localName);
      root.append(one);
      const styles = getComputedStyle(one);
      const values = new Map(
        [...styles].filter((name) => !isNeedless(name)).map((name) => [name, styles.getPropertyValue(name)]),
      );
      known.set(localName, values);
      return values;
    },
    remove: () => host.remove(),
  };
}

interface CopyOptions {
  /** Collects the font families. */
  families: Set<string>;
  toBare: (element: Element) => ReadonlyMap<string, string>;
}

function copyStyles(from: Element, to: Element, options: CopyOptions): void {
  if (from.matches(leftOut)) return;
  const styles = getComputedStyle(from);
  options.families.add(toName(styles.fontFamily.split(',')[0] ?? ''));
  const rules: string[] = [];
  for (const [name, bare] of options.toBare(from)) {
    const value = styles.getPropertyValue(name);
    if (inherited.has(name) || value !== bare) rules.push(`${name}:${value}`);
  }
  to.setAttribute('style', rules.join(';'));
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index];
    if (twin) copyStyles(child, twin, options);
  }
}

/** Embeds pictures and canvases in the copy as data. */
function copyPictures(from: Element, to: Element): Promise<void>[] {
  const twins = [...to.querySelectorAll('img, canvas')];
  return [...from.querySelectorAll('img, canvas')].map(async (one, index) => {
    const twin = twins[index];
    if (one instanceof HTMLCanvasElement) {
      const drawn = document.createElement('img');
      drawn.setAttribute('style', twin?.getAttribute('style') ?? '');
      drawn.src = one.toDataURL();
      twin?.replaceWith(drawn);
    } else if (one instanceof HTMLImageElement && one.currentSrc !== '') {
      twin?.removeAttribute('srcset');
      twin?.setAttribute('src', await readPicture(one.currentSrc));
    }
  });
}

/** Returns an empty text if the page may not read the picture: Instagram's own, before it has been copied. */
async function readPicture(address: string): Promise<string> {
  const file = await fetch(address).catch(() => null);
  return file?.ok ? toDataAddress(await file.blob()) : '';
}

function toDataAddress(content: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => fail(reader.error ?? new Error('The picture could not be read')));
    reader.readAsDataURL(content);
  });
}

/** Returns the texts' font rules, with the font files inside. */
async function embedFonts(families: ReadonlySet<string>): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule && families.has(toName(rule.style.getPropertyValue('font-family'))),
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
  return cssText.replace(address, await toDataAddress(new Blob([await file.arrayBuffer()], { type: 'font/woff2' })));
}
