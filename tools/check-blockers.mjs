// Checks that content blockers' lists refuse none of the app's addresses. Reads the lists in Debian's uBlock Origin:
// the installed ones, else the package's, which apt downloads. Says so if neither is possible.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import * as contract from '@tidemark/contract';
import { root } from './prepare.mjs';

const origin = 'https://stats.example.org';
const assets = 'usr/share/chromium/extensions/ublock-origin/assets';
const debianPackage = 'webext-ublock-origin-chromium';
/** Lists that are on unless a user turns them off; the rest of the folder is for single languages. */
const lists = [
  'thirdparties/easylist/easylist.txt',
  'thirdparties/easylist/easyprivacy.txt',
  'ublock/filters.min.txt',
  'ublock/privacy.min.txt',
  'ublock/badware.min.txt',
  'ublock/quick-fixes.min.txt',
  'ublock/unbreak.min.txt',
];

const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-lists-'));
try {
  const found = existsSync(`/${assets}`) ? '/' : download(folder);
  if (found === null) console.log(`Not checked: ${debianPackage} is not installed, and apt cannot download it`);
  else check(FiltersEngine.parse(lists.map((list) => readFileSync(path.join(found, assets, list), 'utf8')).join('\n')));
} finally {
  await rm(folder, { recursive: true });
}

function download(cwd) {
  if (spawnSync('apt-get', ['download', debianPackage], { cwd, stdio: 'ignore' }).status !== 0) return null;
  const [file = ''] = globSync('*.deb', { cwd });
  return spawnSync('dpkg-deb', ['-x', file, '.'], { cwd }).status === 0 ? cwd : null;
}

function check(engine) {
  // A list that could not be read would refuse nothing.
  if (!isRefused(engine, `/api/v1${contract.figuresPath.documented}peers`, 'xmlhttprequest'))
    throw new Error('The lists do not refuse the address that they are known to refuse');
  const requests = [...listCalls(), ...listFiles(), ...listPages()];
  const refused = requests.flatMap(([address, type]) => isRefused(engine, address, type) ?? []);
  for (const one of refused) console.error(one);
  console.log(`${requests.length} addresses, ${refused.length} refused`);
  if (refused.length > 0) process.exitCode = 1;
}

function isRefused(engine, address, type) {
  // Shared pages are also shown on other sites.
  const sourceUrl = type === 'sub_frame' ? 'https://elsewhere.example.com/' : `${origin}/`;
  const { match, filter } = engine.match(Request.fromRawDetails({ url: origin + address, type, sourceUrl }));
  return match ? `${address} (${type}) is refused by ${filter}` : null;
}

function listCalls() {
  const { documented, page } = contract.figuresPath;
  return Object.values(contract)
    .filter((one) => typeof one?.path === 'string' && typeof one.method === 'string')
    .flatMap((endpoint) => {
      const address = `/api/v1${fill(endpoint.path).replace(documented, page)}`;
      return [
        [address, 'xmlhttprequest'],
        [address, 'image'],
      ];
    });
}

function listFiles() {
  const files = globSync('**/*.*', { cwd: path.join(root, 'apps', 'web', 'dist'), exclude: ['server/**'] });
  return files.flatMap((file) => ['script', 'stylesheet', 'font', 'image'].map((type) => [`/${file}`, type]));
}

function listPages() {
  const routes = readFileSync(path.join(root, 'apps', 'web', 'src', 'app', 'routes.tsx'), 'utf8');
  const pages = ['/share/one', ...[...routes.matchAll(/\bpath: '([^']+)'/g)].map(([, address]) => fill(address))];
  return pages.flatMap((address) => [
    [address, 'main_frame'],
    [address, 'sub_frame'],
  ]);
}

function fill(address) {
  return address.replaceAll(/[:$]\w*/g, '17841400000000001');
}
