import path from 'node:path';
import { build, type Plugin } from 'vite';
import { contractPlugin } from './contract-plugin.ts';
import { remQueriesPlugin } from './rem-queries-plugin.ts';
import { shortClassesPlugin } from './short-classes-plugin.ts';

/**
 * Builds `server/first-shell.js`, with which the server draws a page's frame. Its class names match the browser
 * build's, because both derive them from the same stylesheets.
 */
export function firstShellPlugin(): Plugin {
  let [root, outDir] = ['', ''];
  return {
    name: 'tidemark:first-shell',
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
        plugins: [contractPlugin(), remQueriesPlugin(), shortClassesPlugin()],
        define: { 'process.env.NODE_ENV': '"production"' },
        ssr: { noExternal: true },
        build: {
          ssr: 'src/app/first-shell/render-first-shell.tsx',
          outDir,
          emptyOutDir: true,
          copyPublicDir: false,
          minify: true,
          rolldownOptions: { output: { entryFileNames: 'first-shell.js' } },
        },
      });
    },
  };
}
