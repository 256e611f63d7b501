// Checks that all class names that components use exist in their CSS modules, and that each class is used.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const source = path.join(root, 'apps', 'web', 'src');
const read = (file) => readFile(file, 'utf8');
const problems = [];
/** The classes used per style sheet, or null where a component computes their names. */
const named = new Map();

for await (const file of glob('**/*.{ts,tsx}', { cwd: source })) {
  const text = await read(path.join(source, file));
  for (const [, name, from] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
    const sheet = from.startsWith('#web/')
      ? path.join(source, from.slice('#web/'.length))
      : path.join(source, path.dirname(file), from);
    const code = text.replaceAll(/^import .*$|^\} from .*$/gm, '');
    const own = [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, one]) => one);
    const before = named.get(sheet);
    const isComputed = before === null || code.includes(`${name}[`);
    named.set(sheet, isComputed ? null : new Set([...(before ?? []), ...own]));
    const defined = listClasses(await read(sheet));
    for (const one of new Set(own))
      if (!defined.has(one)) problems.push(`${file} names .${one}, which ${path.basename(sheet)} lacks`);
  }
}
for (const [sheet, classes] of named) {
  if (classes === null) continue;
  for (const one of listClasses(await read(sheet)))
    if (!classes.has(one)) problems.push(`${path.relative(source, sheet)}: nothing names .${one}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function listClasses(text) {
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/:[^;{}]*;/g, '');
  return new Set([...selectors.matchAll(/(?<![\w)])\.([A-Za-z_]\w*)/g)].map(([, one]) => one));
}
