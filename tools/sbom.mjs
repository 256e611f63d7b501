// `npm run sbom`: every package of Tidemark with its version, origin and checksum, as CycloneDX.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
// From the lock file with the packages of every platform, not from those installed on this machine.
const order = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
];
const { status, stdout, stderr } = spawnSync(program, [...first, ...order, '--loglevel', 'error'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}

const bill = JSON.parse(stdout);
const isOurs = ({ purl }) => purl.startsWith('pkg:npm/%40tidemark/');
const bare = bill.components.filter((one) => !isOurs(one) && !one.hashes?.length);
if (bill.components.length < 100 || bare.length > 0) {
  console.error(
    `The bill is not whole: ${bill.components.length} packages, without checksum: ${bare.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const file = path.join(root, 'sbom', `tidemark-${version}.cdx.json`);
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, stdout);
console.log(`${path.relative(root, file)}: ${bill.components.length} packages`);
