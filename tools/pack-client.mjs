// `npm run pack:client`: the contract as a typed client, compiled, as an npm package in `release/`. `-- --out FOLDER`
// writes it elsewhere.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root, run } from './prepare.mjs';

const { values } = parseArgs({ options: { out: { type: 'string', default: path.join(root, 'release') } } });
const contract = path.join(root, 'packages', 'contract');
const { name, version, dependencies } = JSON.parse(await readFile(path.join(contract, 'package.json'), 'utf8'));
const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

const stage = await mkdtemp(path.join(os.tmpdir(), 'tidemark-client-'));
try {
  const options = ['-p', path.join(contract, 'tsconfig.client.json'), '--outDir', path.join(stage, 'dist')];
  await run(process.execPath, [compiler, ...options], { failure: 'The client could not be compiled' });
  await cp(path.join(contract, 'example.ts'), path.join(stage, 'example.ts'));
  await cp(path.join(root, 'docs', 'api.md'), path.join(stage, 'README.md'));
  await cp(path.join(root, 'LICENSE'), path.join(stage, 'LICENSE'));
  const toExport = (file) => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` });
  const manifest = {
    name,
    version,
    license: 'MIT',
    type: 'module',
    exports: { '.': toExport('index'), './client': toExport('client') },
    dependencies,
  };
  await writeFile(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await mkdir(values.out, { recursive: true });
  await run(program, [...first, 'pack', stage, '--pack-destination', values.out, '--loglevel', 'error'], {
    failure: 'The client could not be packed',
  });
} finally {
  await rm(stage, { recursive: true });
}
