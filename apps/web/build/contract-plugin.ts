import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';

const contractFolder = fileURLToPath(new URL('../../../packages/contract/src/', import.meta.url));
const virtualId = '\0tidemark-contract/';
const script = fileURLToPath(new URL('print-contract.ts', import.meta.url));
const contractImport = /^import \{([^}]*)\} from '@tidemark\/contract';$/gm;

/** Statements by export name, for each contract file. */
type Printed = Record<string, Record<string, string>>;

/**
 * Gives the browser the contract without its schemas, which keeps zod out of the bundle: an endpoint becomes its method
 * and path, plain values stay, and importing any other value fails the build. Each export becomes a separate module, so
 * that a page loads only the calls it makes.
 */
export function contractPlugin(): Plugin {
  let printed: Promise<Printed> | null = null;
  const print = () => (printed ??= printContract());

  return {
    name: 'tidemark-contract',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(virtualId) ? source : undefined),
    async load(id) {
      if (!id.startsWith(virtualId)) return;
      const [file = '', name = ''] = id.slice(virtualId.length).split('#');
      return { code: (await print())[file]?.[name] ?? '', moduleSideEffects: false };
    },
    async transform(code) {
      if (!code.includes(`'@tidemark/contract'`)) return;
      const modules = await print();
      return {
        code: code.replaceAll(contractImport, (_, names: string) => toModuleImports(names, modules)),
        map: null,
      };
    },
    configureServer(server) {
      server.watcher.add(contractFolder);
      server.watcher.on('change', (file) => {
        if (!file.startsWith(contractFolder)) return;
        printed = null;
        server.environments.client.moduleGraph.invalidateAll();
        server.ws.send({ type: 'full-reload' });
      });
    },
  };
}

/** Returns import statements for these names, on as many lines as before; types need none. */
function toModuleImports(names: string, modules: Printed): string {
  const imports = names
    .split(',')
    .map((specifier) => specifier.trim())
    .filter((specifier) => specifier !== '' && !specifier.startsWith('type '))
    .map((specifier) => {
      const [name = ''] = specifier.split(' as ');
      const file = Object.keys(modules).find((candidate) => name in (modules[candidate] ?? {}));
      if (!file)
        throw new Error(`The browser has no ${name} of the contract: it is neither an endpoint nor plain data.`);
      return `import { ${specifier} } from ${JSON.stringify(`${virtualId}${file}#${name}`)};`;
    });
  return imports.join(' ') + '\n'.repeat(names.split('\n').length - 1);
}

/** Runs in a separate process, because a module loaded in this one would stay cached after an edit. */
async function printContract(): Promise<Printed> {
  const { stdout } = await promisify(execFile)(node(), [script], { maxBuffer: 8 * 1024 * 1024 });
  return JSON.parse(stdout) as Printed; // as the script prints it
}

/** Returns a Node that can load the contract's TypeScript: the running one, or else the project's own. */
function node(): string {
  if (process.features.typescript) return process.execPath;
  return join(createRequire(import.meta.url).resolve('node/package.json'), '../bin/node');
}
