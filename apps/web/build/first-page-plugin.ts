import path from 'node:path';
import { build, normalizePath, type Plugin } from 'vite';
import { contractPlugin } from './contract-plugin.ts';
import { flagsPlugin } from './flags-plugin.ts';
import { remQueriesPlugin } from './rem-queries-plugin.ts';
import { shortClassesPlugin } from './short-classes-plugin.ts';
import { worldPlugin } from './world-plugin.ts';

/** Modules that ask the browser; the server takes their namesakes in `first-page/on-server`. */
const replaced = [
  'platform/batch.ts',
  'platform/drawn-page.ts',
  'platform/time-zone.ts',
  'ui/first-move.ts',
  'ui/lazy-part.tsx',
  'ui/use-media.ts',
];

/**
 * Builds `server/first-page.js`, with which the server draws what a page shows first. Its class names match the browser
 * build's, because both derive them from the same stylesheets.
 */
export function firstPagePlugin(): Plugin {
  let [root, outDir] = ['', ''];
  return {
    name: 'tidemark:first-page',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.join(config.build.outDir, 'server');
    },
    async closeBundle() {
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        plugins: [
          onServerPlugin(path.join(root, 'src')),
          contractPlugin(),
          worldPlugin(),
          flagsPlugin(),
          remQueriesPlugin(),
          shortClassesPlugin(),
        ],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/app/first-page/render-first-page.tsx',
          outDir,
          emptyOutDir: true,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { entryFileNames: 'first-page.js' } },
        },
      });
    },
  };
}

/** Fails the build if a module has moved: the server would ask for a browser. */
function onServerPlugin(source: string): Plugin {
  const toId = (...parts: string[]) => normalizePath(path.join(source, ...parts));
  const files = new Map(replaced.map((file) => [toId(file), toId('app/first-page/on-server', path.basename(file))]));
  const found = new Set<string>();
  return {
    name: 'tidemark:on-server',
    enforce: 'pre',
    async resolveId(specifier, importer, options) {
      const resolved = await this.resolve(specifier, importer, { ...options, skipSelf: true });
      if (!resolved || !files.has(resolved.id)) return null;
      found.add(resolved.id);
      return files.get(resolved.id);
    },
    buildEnd() {
      const missing = [...files.keys()].filter((id) => !found.has(id));
      if (missing.length > 0) throw new Error(`Not imported: ${missing.join(', ')}`);
    },
  };
}
