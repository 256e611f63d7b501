import type { Plugin } from 'vite';
import { toRem } from '../src/ui/to-rem.ts';

/**
 * Rewrites media and container queries in rem, so that the layout follows the browser's text size: at 200 %, a
 * 1440-pixel window has as much room as one 720 pixels wide.
 */
export function remQueriesPlugin(): Plugin {
  return {
    name: 'rem-queries',
    enforce: 'pre',
    transform(code, id) {
      if (!/\.css(\?|$)/.test(id)) return undefined;
      return { code: toRemQueries(code), map: null };
    },
  };
}

export function toRemQueries(css: string): string {
  return css.replaceAll(/@(?:media|container)\b[^{]*/g, toRem);
}
