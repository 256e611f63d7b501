import type { Plugin } from 'vite';
import { toRem } from '../src/ui/to-rem.ts';

/**
 * Writes media and container queries in rem. The layout then follows the text size that a person has set in the browser:
 * at 200 %, a window of 1440 pixels has room for as much as one of 720.
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
