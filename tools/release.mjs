// `npm run release`: one archive with the built web app, production dependencies, the pinned Node and nothing for
// development, its SBOM, and checksums, in `release/`. It starts by itself: `bin/tidemark serve`. `-- --os linux --cpu
// arm64` makes one for another platform.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { buildWeb, install, requireNode, root, run, runInstallScripts } from './prepare.mjs';

const { values: target } = parseArgs({
  options: {
    os: { type: 'string', default: process.platform },
    cpu: { type: 'string', default: process.arch },
  },
});
const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
const workspaces = ['packages/contract', 'packages/presentation', 'apps/server'];
const shipped = [
  'packages/contract/src',
  'packages/presentation/src',
  'apps/server/src',
  'apps/web/dist',
  'docs',
  'deploy',
];
const documents = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];

requireNode();
await install();
await buildWeb();

const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const name = `tidemark-${manifest.version}-${target.os}-${target.cpu}`;
const out = path.join(root, 'release');
const stage = path.join(out, name);
await rm(stage, { recursive: true, force: true });
await mkdir(stage, { recursive: true });

await installDependencies();
for (const part of shipped)
  await cp(path.join(root, part), path.join(stage, part), { recursive: true, filter: isShipped });
for (const file of documents) await cp(path.join(root, file), path.join(stage, file));
await cp(path.join(root, 'tools', 'release', 'tidemark.mjs'), path.join(stage, 'tidemark.mjs'));
await addNode();
await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(toManifest(manifest), null, 2)}\n`);
await run(process.execPath, [path.join(root, 'tools', 'sbom.mjs')], { failure: 'The SBOM could not be written' });
const sbom = `tidemark-${manifest.version}.cdx.json`;
await cp(path.join(root, 'sbom', sbom), path.join(stage, 'sbom.cdx.json'));
await cp(path.join(root, 'sbom', sbom), path.join(out, sbom));
await checkStage();

const archive = `${name}.tar.gz`;
// The same content gives the same archive.
const sameEverywhere = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
await run('tar', ['-C', out, ...sameEverywhere, '-I', 'gzip -n', '-cf', path.join(out, archive), name], {
  failure: 'The archive could not be written (it needs GNU tar)',
});
await rm(stage, { recursive: true });
const archives = (await readdir(out)).filter((file) => file.includes(`-${manifest.version}`)).sort();
const sums = await Promise.all(archives.map(async (file) => `${await hash(path.join(out, file))}  ${file}\n`));
await writeFile(path.join(out, 'SHA256SUMS'), sums.join(''));
const { size } = await stat(path.join(out, archive));
console.log(`release/${archive}: ${Math.round(size / 1024 / 1024)} MB`);

/** Installs the lock file's versions, without development dependencies, for the target's platform. */
async function installDependencies() {
  for (const file of ['package-lock.json', '.npmrc']) await cp(path.join(root, file), path.join(stage, file));
  const write = (place, value) => writeFile(path.join(stage, place), `${JSON.stringify(value, null, 2)}\n`);
  await write('package.json', { ...toManifest(manifest), workspaces, allowScripts: manifest.allowScripts });
  for (const workspace of workspaces) {
    const { devDependencies: _, ...rest } = JSON.parse(
      await readFile(path.join(root, workspace, 'package.json'), 'utf8'),
    );
    await mkdir(path.join(stage, workspace), { recursive: true });
    await write(path.join(workspace, 'package.json'), rest);
  }
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const options = { cwd: stage, failure: 'The dependencies could not be installed' };
  // Removes from the lock file what the others need; it changes no version.
  await run(npm[0], [...npm.slice(1), 'install', '--package-lock-only', '--ignore-scripts', ...quiet], options);
  const platform = ['--os', target.os, '--cpu', target.cpu];
  await run(npm[0], [...npm.slice(1), 'ci', ...platform, ...quiet], options);
  await runInstallScripts(npm, { cwd: stage, options: platform });
  await requireLockedVersions();
  for (const place of ['package-lock.json', '.npmrc', 'node_modules/.bin', 'node_modules/.package-lock.json'])
    await rm(path.join(stage, place), { recursive: true, force: true });
}

/** Adds the pinned Node for the target's platform, from the registry, and the program that starts it. */
async function addNode() {
  const { devDependencies } = JSON.parse(await readFile(path.join(root, 'apps', 'server', 'package.json'), 'utf8'));
  const bin = path.join(stage, 'bin');
  await mkdir(bin);
  await cp(path.join(root, 'tools', 'release', 'tidemark'), path.join(bin, 'tidemark'));
  const order = [
    'pack',
    `node-${target.os}-${target.cpu}@${devDependencies.node}`,
    '--silent',
    '--pack-destination',
    bin,
  ];
  await run(npm[0], [...npm.slice(1), ...order], { failure: 'Node could not be downloaded' });
  const [archive] = (await readdir(bin)).filter((file) => file.endsWith('.tgz'));
  const inArchive = ['package/bin/node', 'package/LICENSE'];
  await run('tar', ['-C', bin, '--strip-components', '1', '-xzf', path.join(bin, archive), ...inArchive], {
    failure: 'Node could not be unpacked',
  });
  await rename(path.join(bin, 'bin', 'node'), path.join(bin, 'node'));
  await rename(path.join(bin, 'LICENSE'), path.join(bin, 'node.LICENSE'));
  for (const rest of [archive, 'bin']) await rm(path.join(bin, rest), { recursive: true });
}

async function requireLockedVersions() {
  const read = async (place) => JSON.parse(await readFile(path.join(place, 'package-lock.json'), 'utf8')).packages;
  const [locked, installed] = [await read(root), await read(stage)];
  const other = Object.entries(installed).filter(
    ([place, { integrity }]) => place.includes('node_modules/') && locked[place]?.integrity !== integrity,
  );
  if (other.length === 0) return;
  console.error(`These packages differ from the lock file: ${other.map(([place]) => place).join(', ')}`);
  process.exit(1);
}

function isShipped(file) {
  return !/\.test\.tsx?$|\/dist\/\.sources$|\/docs\/images(\/|$)|\/deploy\/tracing\/node_modules/.test(file);
}

function toManifest({ version, description, license, type }) {
  return { name: 'tidemark', version, private: true, description, license, type, engines: { node: '>=24' } };
}

/** Checks that nothing for development is in it, and that everything it needs is. */
async function checkStage() {
  const packages = await readdir(path.join(stage, 'node_modules'));
  const foreign = packages.filter((one) => ['vite', 'vitest', 'typescript', 'react', 'playwright-core'].includes(one));
  const files = (await readdir(stage, { recursive: true })).filter((file) => !file.startsWith('node_modules'));
  const tests = files.filter((file) => /\.test\.ts$|^apps\/sandbox/.test(file));
  const missing = ['apps/web/dist/index.html', 'apps/server/src/main.ts', 'bin/node'].filter(
    (file) => !files.includes(file),
  );
  if (foreign.length + tests.length + missing.length === 0) return;
  console.error(
    `The release is wrong: ${[...foreign, ...tests].join(', ')} must not be in it, ${missing.join(', ')} lack.`,
  );
  process.exit(1);
}

async function hash(file) {
  const sha = createHash('sha256');
  await pipeline(createReadStream(file), sha);
  return sha.digest('hex');
}
