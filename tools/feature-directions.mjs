// Allowed imports between features, on the server and in the web app: `uses` in each server feature's feature.ts.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const declared = /\bname: '([\w-]+)',\s+uses: \[([^\]]*)\]/;

export const featureDirections = Object.fromEntries(
  globSync('apps/server/src/features/*/feature.ts', { cwd: root }).map((file) => {
    const [, name, uses] = declared.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
    if (name === undefined) throw new Error(`${file} declares no name and uses`);
    return [name, uses.match(/[\w-]+/g) ?? []];
  }),
);
