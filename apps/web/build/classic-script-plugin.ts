import { parseAst, type Plugin } from 'vite';

const chunkName = 'first';
/** Holds the first chunk's exports for the chunks that load later. */
const globalName = 'tidemarkFirst';

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Turns the first chunk from a module into a classic script. Chromium keeps the compiled code of both on disk, but a new
 * process uses it for classic scripts only, and compiles modules again (versions 147 and 156).
 */
export function classicScriptPlugin(): Plugin {
  return {
    name: 'tidemark:classic-script',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
        const first = chunks.find(({ name }) => name === chunkName);
        if (!first) throw new Error(`There is no chunk ${chunkName}`);
        const inlined = first.imports.map((file) => chunks.find(({ fileName }) => fileName === file)!);
        if (inlined.some(({ imports }) => imports.length > 0))
          throw new Error(`${chunkName} imports more than helpers`);
        for (const chunk of chunks.filter(({ imports }) => imports.includes(first.fileName)))
          chunk.code = bindImports(chunk.code, (file) => (isFile(file, first.fileName) ? globalName : null));
        first.code = toClassic(first.code, inlined);
        const html = bundle['index.html'];
        if (html?.type !== 'asset') throw new Error('There is no index.html');
        const modules = /<script type="module" [^>]*src="\/([^"]+)"><\/script>\s*/g;
        html.source = String(html.source).replace(modules, (_tag, file: string) =>
          file === first.fileName ? `<script defer src="/${file}"></script>\n    ` : '',
        );
      },
    },
  };
}

const isFile = (specifier: string, fileName: string) => specifier.split('/').at(-1) === fileName.split('/').at(-1);

/** Returns a script with the module's code and that of the modules it imports. */
function toClassic(code: string, imported: { fileName: string; code: string }[]): string {
  const variables = new Map(imported.map(({ fileName }, index) => [fileName, `imported${index}`]));
  const helpers = imported.map(
    (module) => `const ${variables.get(module.fileName)}=(()=>{${exportAs(module.code, 'return')}})();`,
  );
  const bound = bindImports(
    code,
    (specifier) => [...variables].find(([fileName]) => isFile(specifier, fileName))?.[1] ?? null,
  );
  const body = replaceMeta(exportAs(bound, `globalThis.${globalName}=`));
  return `(()=>{"use strict";const scriptUrl=document.currentScript.src;${helpers.join('')}${body}})();\n`;
}

/** Replaces imports from modules whose exports are in variables. Assumes that exports are never reassigned. */
function bindImports(code: string, toVariable: (specifier: string) => string | null): string {
  return edit(code, function* ({ body }) {
    for (const node of body) {
      if (!('source' in node) || !node.source) continue;
      const variable = toVariable(String(node.source.value));
      if (variable === null) continue;
      if (node.type !== 'ImportDeclaration') throw new Error(`${node.type} cannot be bound`);
      const names = node.specifiers.map((specifier) => {
        if (specifier.type !== 'ImportSpecifier') throw new Error(`${specifier.type} cannot be bound`);
        return `${toName(specifier.imported)}:${specifier.local.name}`;
      });
      yield { start: node.start, end: node.end, text: `const{${names.join()}}=${variable};` };
    }
  });
}

/** Replaces a module's export lists with a statement that takes them as an object. */
function exportAs(code: string, statement: string): string {
  return edit(code, function* ({ body }) {
    for (const node of body) {
      if (!node.type.startsWith('Export')) continue;
      if (node.type !== 'ExportNamedDeclaration' || node.declaration) throw new Error(`${node.type} is not a list`);
      const names = node.specifiers.map(({ local, exported }) => `${toName(exported)}:${toName(local)}`);
      yield { start: node.start, end: node.end, text: `${statement}{${names.join()}};` };
    }
  });
}

const toName = (name: { type: string; name?: string }): string => {
  if (name.name === undefined) throw new Error(`${name.type} is no name`);
  return name.name;
};

/** Replaces `import.meta`, which scripts lack. Only Vite's chunk loader uses it, to resolve addresses. */
const replaceMeta = (code: string) => code.replaceAll('import.meta', '({url:scriptUrl})');

function edit(code: string, findEdits: (program: ReturnType<typeof parseAst>) => Iterable<Edit>): string {
  const edits = [...findEdits(parseAst(code))].sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}
