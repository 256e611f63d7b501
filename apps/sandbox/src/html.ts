/** Escaped markup; `html` escapes every other value. */
export interface Html {
  markup: string;
}

type Part = string | number | Html | Html[] | undefined | false;

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: strings.reduce((text, chunk, index) => text + chunk + toMarkup(parts[index]), '') };
}

export function raw(markup: string): Html {
  return { markup };
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(({ markup }) => markup).join('');
  if (typeof part === 'object') return part.markup;
  return String(part)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
