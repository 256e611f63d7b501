// Every package comes from the registry and has a strong checksum, and its install script is allowed or denied by name.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const registry = 'https://registry.npmjs.org/';
const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
const foreign = Object.entries(packages)
  .filter(([place, { link }]) => place.includes('node_modules/') && !link)
  // Packages without an address come from the registry.
  .filter(
    ([, { resolved = registry, integrity = '' }]) => !resolved.startsWith(registry) || !integrity.startsWith('sha512-'),
  )
  .map(([place]) => place);
for (const place of foreign) console.error(`${place} is not held to the registry and a checksum`);
const { allowScripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const undecided = Object.entries(packages)
  .filter(([place, { hasInstallScript }]) => hasInstallScript && !(place.split('node_modules/').at(-1) in allowScripts))
  .map(([place]) => place);
for (const place of undecided) console.error(`${place} has an install script: name it in allowScripts of package.json`);
process.exit(foreign.length + undecided.length === 0 ? 0 : 1);
