import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const packageFile = createRequire(import.meta.url).resolve('country-flag-icons/package.json');
const flagFolder = path.join(path.dirname(packageFile), '3x2');
const virtualId = '\0tidemark-flags';

/** Serves all country flags as separate files: `import { flagFolder } from '~flags'`, then `${flagFolder}NO.svg`. */
export function flagsPlugin(): Plugin {
  let address = '';
  return {
    name: 'tidemark-flags',
    enforce: 'pre',
    // The files are cached forever, so another version needs another URL.
    async buildStart() {
      const { version } = JSON.parse(await readFile(packageFile, 'utf8'));
      address = `/assets/flags-${version}/`;
    },
    resolveId: (source) => (source === '~flags' ? virtualId : undefined),
    load: (id) => (id === virtualId ? `export const flagFolder = ${JSON.stringify(address)}` : undefined),
    async generateBundle() {
      for (const file of (await readdir(flagFolder)).filter((name) => name.endsWith('.svg')))
        this.emitFile({
          type: 'asset',
          fileName: address.slice(1) + file,
          source: await readFile(path.join(flagFolder, file)),
        });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.startsWith(address) ? request.url.slice(address.length) : '';
        if (!/^[A-Z-]+\.svg$/.test(name)) return next();
        readFile(path.join(flagFolder, name)).then(
          (svg) => response.setHeader('content-type', 'image/svg+xml').end(svg),
          () => next(),
        );
      });
    },
  };
}
