import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds `sw.js`. It contains the name of the build's entry script, so browsers see every build as a new version. */
export function serviceWorkerPlugin(): Plugin {
  let [root, outDir] = ['', ''];
  return {
    name: 'tidemark:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      outDir = path.resolve(root, config.build.outDir);
    },
    async closeBundle() {
      const html = await readFile(path.join(outDir, 'index.html'), 'utf8');
      const entryScript = /<script defer src="([^"]+)"/.exec(html)?.[1];
      if (entryScript === undefined) throw new Error('index.html loads no script');
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        define: { entryScript: JSON.stringify(entryScript) },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: ['chrome125', 'firefox128', 'safari17.5'],
          rolldownOptions: {
            input: path.join(root, 'src/app/service-worker/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
