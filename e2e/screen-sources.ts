import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const note = path.join(import.meta.dirname, 'compared-sources.txt');

/** Returns true if the web app is not the one whose screens were last stored. */
export function haveScreensChanged(): boolean {
  return !existsSync(note) || readFileSync(note, 'utf8').trim() !== hashSources();
}

/** Notes that the stored screens are those of the present sources. */
export function recordCompared(): void {
  writeFileSync(note, `${hashSources()}\n`);
}

function hashSources(): string {
  const hash = createHash('sha256');
  const files = globSync('{apps/web/{src,public,index.html}/**,packages/*/src/**,e2e/screens.ts}', { cwd: root });
  for (const file of files.filter((name) => /(?<!\.(?:test|fixtures))\.\w+$/.test(name)).toSorted())
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
