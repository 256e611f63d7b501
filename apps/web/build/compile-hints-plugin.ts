import type { Plugin } from 'vite';

/** Chunks whose functions nearly all run when the dashboard opens. */
const chunks = new Set(['first', 'next', 'lower-panels']);

/**
 * Lets Chromium compile these chunks while they load, beside the main thread, instead of each function when it is first
 * called: https://v8.dev/blog/explicit-compile-hints. Other browsers ignore the comment.
 */
export function compileHintsPlugin(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    // The comment must come first, also in the script that another plugin makes.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunks.has(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}
