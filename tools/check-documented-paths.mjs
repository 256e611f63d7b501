// Every path in the documentation exists.
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'apps/sandbox/README.md',
  'bench/README.md',
  ...(await readdir(path.join(root, 'docs'), { recursive: true }))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];
let wrong = 0;
for (const document of documents) {
  const text = await readFile(path.join(root, document), 'utf8');
  for (const [, named] of text.matchAll(/[`(]((?:apps|packages|e2e|bench|docs|tools)\/[\w./-]*\w\/?)[`)]/g)) {
    const found = existsSync(path.join(root, named)) || existsSync(path.join(root, path.dirname(document), named));
    if (found) continue;
    wrong += 1;
    console.error(`${document} names ${named}, which does not exist`);
  }
}
process.exit(wrong === 0 ? 0 : 1);
