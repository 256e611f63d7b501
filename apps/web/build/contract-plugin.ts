import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const contractFolder = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));
const virtualId = '\0tidemark-contract';
const script = fileURLToPath(new URL('print-contract.ts', import.meta.url));

/**
 * Gives the browser the contract without its schemas, which keeps zod out of the bundle: an endpoint becomes its method
 * and path, plain values stay, and importing any other value fails the build.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'tidemark-contract',
    enforce: 'pre',
    resolveId: (source) => (source === '@tidemark/contract' ? virtualId : undefined),
    async load(id) {
      if (id !== virtualId) return;
      // A separate process, because a module loaded in this one would stay cached after an edit.
      const { stdout } = await promisify(execFile)(node(), [script], { maxBuffer: 8 * 1024 * 1024 });
      return stdout;
    },
    configureServer(server) {
      server.watcher.add(contractFolder);
      server.watcher.on('change', (file) => {
        if (!file.startsWith(contractFolder)) return;
        const module = server.environments.client.moduleGraph.getModuleById(virtualId);
        if (module) server.environments.client.moduleGraph.invalidateModule(module);
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}

/** The contract is TypeScript: falls back to the project's own Node if the running one cannot load it. */
function node(): string {
  if (process.features.typescript) return process.execPath;
  return join(createRequire(import.meta.url).resolve('node/package.json'), '../bin/node');
}
