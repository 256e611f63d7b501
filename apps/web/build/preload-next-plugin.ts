import type { Plugin } from 'vite';

/** Lets browsers load and compile the chunk that every screen needs next while they still read the page. */
export function preloadNextPlugin(): Plugin {
  return {
    name: 'tidemark:preload-next',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((part) => part.type === 'chunk');
        const next = chunks.find(({ name }) => name === 'next');
        if (!next) throw new Error('There is no chunk next');
        // The first chunk is a script of the page.
        const needed = chunks.filter(({ fileName, name }) => next.imports.includes(fileName) && name !== 'first');
        return [next, ...needed].map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: '', fetchpriority: 'low', href: `/${fileName}` },
          injectTo: 'body' as const,
        }));
      },
    },
  };
}
