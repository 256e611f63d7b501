// Lists the tests that a change can affect, by what they import, which endpoints they call, and which feature they are
// part of. The whole app is imported by most server tests: its imports are followed only as far as those three lead.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** Always run: from signing in to correct numbers, in the API and in a browser. */
const core = [
  'apps/server/src/features/analytics/acceptance.test.ts',
  'apps/server/src/features/auth/session/session.test.ts',
  'apps/server/src/networks/instagram/sync/run/first-sync.test.ts',
  'e2e/first-path.test.ts',
  'e2e/opening.test.ts',
];
/** A change here can affect everything. */
const everywhere =
  /^(package(-lock)?\.json|tsconfig\.base\.json|vitest\.config\.ts|tools\/(test|prepare|test-folder|test-order)\.|apps\/\w+\/(vitest\.config|package)|apps\/server\/test\/(global-setup|start-test-app|test-database)|apps\/server\/src\/(app\.ts|database\/(database|migrate)))/;
/** Imported by nearly every test, for the app as a whole. */
const wholeApp = ['apps/server/src/app.ts', 'apps/server/src/main.ts'];
const onlyTypes = /^packages\/|^apps\/server\/src\/database\//;
const packages = {
  '@tidemark/contract': 'packages/contract/src/index.ts',
  '@tidemark/presentation': 'packages/presentation/src/index.ts',
  '@tidemark/sandbox': 'apps/sandbox/src/index.ts',
};
const projects = [
  ['server', /^apps\/server\/(?:src|test|faults)\//],
  ['web', /^apps\/web\//],
  ['sandbox', /^apps\/sandbox\//],
  ['e2e program', /^e2e\/[^/]+$/],
];

const sources = listFiles('ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx');
const texts = new Map();
const read = (file) => {
  if (!texts.has(file))
    texts.set(file, existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : '');
  return texts.get(file);
};

/** Returns pairs of projects and test files for the changes since a revision, with the working tree; null for all tests. */
export function listAffectedTests(revision) {
  const changed = listChanges(revision);
  if (changed.some((file) => everywhere.test(file))) return null;
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
  const features = new Set(changed.flatMap((file) => /\/features\/([\w-]+)\//.exec(file)?.[1] ?? []));
  const affected = tests.filter(
    (test) => core.includes(test) || features.has(/^e2e\/([\w-]+)\.test/.exec(test)?.[1]) || dependsOn(test, changed),
  );
  return projects.flatMap(([names, place]) => {
    const files = affected.filter((file) => place.test(file));
    return files.length > 0 ? [[names.split(' '), files]] : [];
  });
}

function listFiles(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

function listChanges(revision) {
  return [...listFiles('diff', '--name-only', revision), ...listFiles('ls-files', '--others', '--exclude-standard')];
}

function dependsOn(test, changed) {
  const closure = toClosure(test);
  return changed.some((file) => closure.has(file));
}

/** The files that a test depends on. */
function toClosure(test) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!wholeApp.includes(file)) for (const imported of listImports(file)) visit(imported);
  };
  visit(test);
  const usesApp = wholeApp.some((file) => seen.has(file)) || test.startsWith('e2e/');
  if (usesApp) {
    for (const endpoint of listNames(test))
      if (routesByEndpoint().has(endpoint)) visit(routesByEndpoint().get(endpoint));
    const own = /^apps\/server\/src\/features\/[\w-]+\//.exec(test)?.[0] ?? `${path.posix.dirname(test)}/`;
    for (const file of sources) if (file.startsWith(own) && !/\.(test|fixtures)\.|^e2e/.test(file)) visit(file);
  }
  return seen;
}

const imports = new Map();
function listImports(file) {
  if (!imports.has(file)) {
    const found = [];
    for (const [, names, from] of read(file).matchAll(/(?:import|export)\s([^'";]*?)\bfrom\s+'([^']+)'/g)) {
      const runtime = names.replaceAll(/\btype\s+\w+/g, '');
      const isType = /^type\b/.test(names.trim()) || !/[\w*]/.test(runtime);
      // A type often stands for what is passed in. Those of tables and the contract are checked by the compiler.
      found.push(
        ...resolve(file, from, isType ? names.replaceAll(/\btype\b/g, '') : runtime).filter(
          (target) => !isType || !onlyTypes.test(target),
        ),
      );
    }
    for (const [, from] of read(file).matchAll(/\bimport\(?\s*'([^']+)'/g)) found.push(...resolve(file, from, '*'));
    imports.set(file, [...new Set(found)]);
  }
  return imports.get(file);
}

/** The files behind an import: those that declare its names, where it names a list of exports. */
function resolve(file, from, names) {
  const target = toFile(file, from);
  if (target === null) return [];
  if (path.posix.basename(target) !== 'index.ts' || /\*/.test(names)) return [target];
  return toNames(names).map((name) => findDeclaration(target, name) ?? target);
}

function toFile(file, from) {
  if (from in packages) return packages[from];
  if (from.startsWith('@tidemark/contract/'))
    return `packages/contract/src/${from.slice('@tidemark/contract/'.length)}.ts`;
  if (from.startsWith('#web/')) return `apps/web/src/${from.slice('#web/'.length)}`;
  return from.startsWith('.') ? path.posix.join(path.posix.dirname(file), from) : null;
}

const toNames = (names) => [...names.matchAll(/(\w+)(?:\s+as\s+\w+)?/g)].map(([, name]) => name);

const declarations = new Map();
/** Follows a name through lists of exports to the file that declares it. */
function findDeclaration(list, name) {
  const key = `${list} ${name}`;
  if (!declarations.has(key)) declarations.set(key, search(list, name));
  return declarations.get(key);
}

function search(list, name) {
  for (const [, names, from] of read(list).matchAll(/export\s+(?:type\s+)?(\*|\{[^}]*\})\s+from\s+'([^']+)'/g)) {
    const target = toFile(list, from);
    if (target === null) continue;
    if (names === '*') {
      if (new RegExp(`export (?:async )?(?:const|function|class|interface|type|enum) ${name}\\b`).test(read(target)))
        return target;
    } else if (new RegExp(`\\b${name}\\b`).test(names)) return target;
  }
  return null;
}

const listNames = (file) => new Set(read(file).match(/\b[a-z]\w+\b/g) ?? []);

let routes;
function routesByEndpoint() {
  routes ??= new Map(
    sources
      .filter((file) => file.startsWith('apps/server/src/') && !file.includes('.test.'))
      .flatMap((file) => [...read(file).matchAll(/\broute\(\s*(\w+)/g)].map(([, endpoint]) => [endpoint, file])),
  );
  return routes;
}
