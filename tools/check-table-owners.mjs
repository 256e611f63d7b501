// Only the feature that owns a table writes to it. The owner is the file in database/tables/ that declares the table.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';

const server = path.join(root, 'apps', 'server', 'src');
const owners = {
  'api-keys': 'api-keys',
  auth: 'auth',
  live: 'live',
  mail: 'mail',
  alerts: 'alerts',
  digests: 'digests',
  admin: 'admin',
  analytics: 'analytics',
  subscription: 'subscription',
  connections: 'connections',
  credentials: 'credentials',
  peers: 'peers',
  profile: 'profile',
  roadmap: 'roadmap',
  accounts: 'accounts',
  sync: 'sync',
};
const owned = new Map();
for (const [file, feature] of Object.entries(owners)) {
  const text = await readFile(path.join(server, 'database', 'tables', `${file}.ts`), 'utf8');
  const body = text.slice(text.search(/export interface \w+Tables/));
  for (const [, table] of body.matchAll(/^ {2}(\w+):/gm)) owned.set(table, feature);
}

const writes = /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'|\b(?:insert into|update|delete from)\s+(\w+)/gi;
let wrong = 0;
for (const file of await readdir(path.join(server, 'features'), { recursive: true })) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const feature = file.split(path.sep)[0];
  for (const [, built, written] of (await readFile(path.join(server, 'features', file), 'utf8')).matchAll(writes)) {
    const owner = owned.get(built ?? written);
    if (!owner || owner === feature) continue;
    wrong += 1;
    console.error(`features/${file} writes ${built ?? written}, which belongs to ${owner}`);
  }
}
if (owned.size < 10) {
  wrong += 1;
  console.error(`Only ${owned.size} tables were found: has database/tables/ moved?`);
}
process.exit(wrong === 0 ? 0 : 1);
