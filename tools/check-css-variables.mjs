// Every CSS variable that the web app uses has a value: an unknown one makes its declaration invalid without an error.
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const defined = new Set();
const used = new Map();

for await (const file of glob('apps/web/{index.html,src/**/*.{css,ts,tsx}}', { cwd: root })) {
  const text = await readFile(path.join(root, file), 'utf8');
  for (const [, name] of text.matchAll(/(--[a-z][\w-]*)['"]?\]?:/g)) defined.add(name);
  for (const [, name] of text.matchAll(/setProperty\(\s*'(--[\w-]+)'/g)) defined.add(name);
  // Scripts also have variable names alone in lists.
  for (const [, name] of text.matchAll(/(?:var\(\s*|['"`])(--[a-z][\w-]*)(?=[\s,)'"`])/g))
    used.set(name, [...(used.get(name) ?? []), file]);
}

const unknown = [...used].filter(([name]) => !defined.has(name));
for (const [name, files] of unknown) console.error(`${name} has no value: ${[...new Set(files)].join(', ')}`);
process.exitCode = unknown.length === 0 ? 0 : 1;
