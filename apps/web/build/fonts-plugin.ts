import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
export const fontFolder = fileURLToPath(new URL('../../../.cache/web-fonts/', import.meta.url));

// The display font only renders English: Basic Latin and the punctuation that headlines use.
const displayText = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  '\u00a0·–—’…−',
].join('');

/** Subsets the display font to the characters headlines use; preloads both fonts. */
export function fontsPlugin(): Plugin {
  return {
    name: 'tidemark-fonts',
    async config() {
      await writeFonts();
      return { resolve: { alias: { '~fonts': fontFolder.replace(/\/$/, '') } } };
    },
    async generateBundle() {
      for (const name of ['bricolage-grotesque', 'figtree'])
        this.emitFile({
          type: 'asset',
          fileName: `licenses/${name}.txt`,
          source: await readFile(require.resolve(`@fontsource-variable/${name}/LICENSE`)),
        });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        // The redirect page is gone before anyone could read its text.
        if (path === '/sign-in-redirect.html') return [];
        const files = Object.keys(bundle ?? {}).filter((file) => /(figtree|display)-[^/]*\.woff2$/.test(file));
        return files
          .filter((file) => !file.includes('figtree-ext'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          }));
      },
    },
  };
}

async function writeFonts(): Promise<void> {
  const toFile = (name: string) => require.resolve(`@fontsource-variable/${name}`);
  const display = await readFile(toFile('bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'));
  const subset = await subsetFont(display, displayText, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
  });
  await mkdir(fontFolder, { recursive: true });
  await Promise.all([
    writeFile(`${fontFolder}display.woff2`, subset),
    copy(toFile('figtree/files/figtree-latin-wght-normal.woff2'), 'figtree.woff2'),
    copy(toFile('figtree/files/figtree-latin-ext-wght-normal.woff2'), 'figtree-ext.woff2'),
  ]);
}

async function copy(from: string, name: string): Promise<void> {
  await writeFile(`${fontFolder}${name}`, await readFile(from));
}
