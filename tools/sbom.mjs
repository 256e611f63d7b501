// `npm run sbom`: lists all Tidemark's packages with version, origin and checksum, as CycloneDX.
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
// Reads the lock file, which has all platforms' packages, not those installed on this machine.
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

const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const bill = JSON.parse(stdout);
// npm takes the name from the folder, and the sandbox is no part of a release.
bill.metadata.component.name = manifest.name;
const shipped = listReachable(['server', 'web'].map((name) => `@tidemark/${name}@${manifest.version}`));
bill.components = bill.components.filter((one) => shipped.has(one['bom-ref']));
bill.dependencies = bill.dependencies.filter(
  ({ ref }) => shipped.has(ref) || ref === bill.metadata.component['bom-ref'],
);
for (const one of bill.dependencies) one.dependsOn = one.dependsOn.filter((ref) => shipped.has(ref));
const isOurs = ({ purl }) => purl.startsWith('pkg:npm/%40tidemark/');
// Their manifests name none; png-js has it in its LICENSE.
for (const one of bill.components)
  if (isOurs(one) || one['bom-ref'] === 'png-js@2.0.0') one.licenses = [{ license: { id: 'MIT' } }];

// Ours are parts of this archive and have no checksum.
const bare = bill.components.filter((one) => !one.licenses?.length || !(one.hashes?.length || isOurs(one)));
if (bill.components.length < 100 || bare.length > 0) {
  console.error(
    `The bill is not whole: ${bill.components.length} packages, without checksum or licence: ${bare.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const file = path.join(root, 'sbom', `tidemark-${manifest.version}.cdx.json`);
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${path.relative(root, file)}: ${bill.components.length} packages`);

/** Returns these packages, and all that they need. */
function listReachable(refs) {
  const needs = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const found = new Set(refs);
  for (const ref of found) for (const needed of needs.get(ref) ?? []) found.add(needed);
  return found;
}
