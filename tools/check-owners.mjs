// Only a table's owner writes to it: the feature with the name of the file in database/tables/ that declares it, or the
// platform where no feature has that name. And a feature, on the server or in the web app, names only those shapes of the
// contract that are in its own folder there, in one of the features it uses, or shared by all.
import { glob, readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { featureDirections, webShapes } from './feature-directions.mjs';
import { root } from './prepare.mjs';

const server = path.join(root, 'apps', 'server', 'src');
const folders = ['features', 'networks'];
const places = new Map();
for (const folder of folders)
  for (const name of await readdir(path.join(server, folder))) places.set(name, `${folder}/${name}`);
const owned = new Map();
for (const file of await readdir(path.join(server, 'database', 'tables'))) {
  const name = path.basename(file, '.ts');
  const text = await readFile(path.join(server, 'database', 'tables', file), 'utf8');
  const start = text.search(/export interface \w+Tables/);
  if (start < 0) continue;
  for (const [, table] of text.slice(start).matchAll(/^ {2}(\w+):/gm)) owned.set(table, places.get(name) ?? 'platform');
}

const writes =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|update|delete from|truncate)\s+(\w+)/gi;
let wrong = 0;
for await (const file of glob('{*.ts,{app,cli,clients,config,features,networks,platform}/**/*.ts}', { cwd: server })) {
  if (/\.(test|fixtures)\.ts$/.test(file)) continue;
  const [folder, name] = file.split(path.sep);
  const place = folders.includes(folder) ? `${folder}/${name}` : folder;
  for (const [, built, written] of (await readFile(path.join(server, file), 'utf8')).matchAll(writes)) {
    const owner = owned.get(built ?? written);
    if (!owner || owner === place) continue;
    wrong += 1;
    console.error(`${file} writes ${built ?? written}, which belongs to ${owner}`);
  }
}
const contract = path.join(root, 'packages', 'contract', 'src');
const shared = ['accounts', 'live'];
const shapes = new Map();
for await (const file of glob('*/*.ts', { cwd: contract }))
  for (const [, name] of (await readFile(path.join(contract, file), 'utf8')).matchAll(
    /^export (?:\w+ )+?(\w+)\b(?! \w)/gm,
  ))
    shapes.set(name, path.dirname(file));
const imports = /import (?:type )?\{([^}]*)\} from '@tidemark\/contract(?:\/[\w-]+)?'/g;
await checkShapes(path.join(server, 'features'), featureDirections.server, shared);
await checkShapes(
  path.join(root, 'apps', 'web', 'src', 'features'),
  featureDirections.web,
  [...shared, 'auth', 'system'],
  webShapes,
);

async function checkShapes(place, directions, always, more = {}) {
  for await (const file of glob('*/**/*.{ts,tsx}', { cwd: place })) {
    if (/\.(test|fixtures)\.tsx?$/.test(file)) continue;
    const [feature] = file.split(path.sep);
    const allowed = [feature, ...directions[feature], ...(more[feature] ?? []), ...always];
    for (const [, names] of (await readFile(path.join(place, file), 'utf8')).matchAll(imports))
      for (const name of names.match(/(?<!as )\b(?!type\b|as\b)\w+/g)) {
        const owner = shapes.get(name);
        if (!owner || allowed.includes(owner)) continue;
        wrong += 1;
        console.error(
          `${path.relative(root, path.join(place, file))} imports ${name} of ${owner}, which ${feature} does not use`,
        );
      }
  }
}
const minShapes = 300;
if (shapes.size < minShapes) {
  wrong += 1;
  console.error(`Only ${shapes.size} shapes were found: has packages/contract/ moved?`);
}

const minTables = 70;
if (owned.size < minTables) {
  wrong += 1;
  console.error(`Only ${owned.size} tables were found: has database/tables/ moved?`);
}
console.log(`${owned.size} tables, ${shapes.size} shapes`);
process.exit(wrong === 0 ? 0 : 1);
