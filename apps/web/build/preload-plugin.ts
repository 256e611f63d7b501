import type { Plugin } from 'vite';

/** Lets the browser fetch the dashboard's script beside the main one, instead of after it has run. */
export function preloadPlugin(page: string): Plugin {
  return {
    name: 'tidemark-preload',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [file] : []));
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const wanted = new Set<string>();
        const visit = (name: string) => {
          if (wanted.has(name)) return;
          wanted.add(name);
          for (const imported of byName.get(name)?.imports ?? []) visit(imported);
        };
        for (const chunk of chunks) if (chunk.facadeModuleId?.endsWith(page)) visit(chunk.fileName);
        return [...wanted]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: `/${name}` },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
