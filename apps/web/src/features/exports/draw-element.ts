import { domToCanvas } from 'modern-screenshot';

/** Never in a picture: screen-reader text, popups, and the controls that open them. */
const leftOut = '.vh, [role="tooltip"], [role="menu"], [popover], [data-control]';

/** Draws a page element with its styles, fonts and pictures, without its controls. Foreign pictures stay empty. */
export async function drawElement(element: Element, scale: number): Promise<HTMLCanvasElement> {
  // One that is scrolled out of view would never load.
  for (const picture of element.querySelectorAll('img')) picture.loading = 'eager';
  return domToCanvas(element, {
    scale,
    timeout: 5_000,
    style: { margin: '0' },
    // The library's own reading of style sheets sets a base address, which the content security policy forbids.
    font: { cssText: await embedFonts() },
    filter: (node) => !(node instanceof Element && node.matches(leftOut)),
    onCloneEachNode(copy) {
      if (copy instanceof HTMLFieldSetElement) copy.style.opacity = '0';
      // The pointer may be on a row.
      if (copy instanceof HTMLTableRowElement) copy.style.background = 'none';
    },
  });
}

/** Returns the page's font rules, with the files inside. */
async function embedFonts(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule);
  return (await Promise.all(faces.map(embedFile))).join('\n');
}

async function embedFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, address] = /url\("?([^")]+)"?\)/.exec(cssText) ?? [];
  if (!address) return cssText;
  const file = await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI));
  return cssText.replace(address, await toDataAddress(await file.blob()));
}

function toDataAddress(content: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => fail(reader.error ?? new Error('The font could not be read')));
    reader.readAsDataURL(content);
  });
}
