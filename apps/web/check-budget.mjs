// Compares the compressed size of the browser's first downloads with the budget. Run after `vite build`.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const kib = 1024;
const budgets = {
  script: { fail: 167.4, aim: 162 },
  css: { fail: 9.1, aim: 8.9 },
  next: { fail: 23.4, aim: 20 },
  fonts: { fail: 48, aim: 44 },
  lazy: { fail: 70, aim: 50 },
};

const manifest = JSON.parse(await readFile(`${dist}.vite/manifest.json`, 'utf8'));
const page = await readFile(`${dist}index.html`, 'utf8');
// It also names what comes after the first screen.
const html = page.replaceAll(/<link rel="modulepreload"[^>]*>/g, '');

function reachable(key, seen = new Set()) {
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) if (!seen.has(imported)) reachable(imported, seen);
  return seen;
}

// woff2 is already compressed.
async function sizeOf(files, compress) {
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const bytes = await readFile(dist + file);
      return compress ? gzipSync(bytes, { level: 9 }).length : bytes.length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / kib;
}

// The page names its first downloads: the app with its dashboard.
const named = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]));
const first = new Set(
  Object.keys(manifest).filter((key) => key.endsWith('.html') || (named.has(manifest[key].file) && manifest[key].name)),
);
for (const key of first) reachable(key, first);
if (manifest['src/app/pages/dashboard-page.tsx'])
  throw new Error('The dashboard is a part of its own, which is not counted: the first screen cannot be measured');
const css = new Set([...first].flatMap((key) => manifest[key].css ?? []));
const fonts = [...named].filter((file) => file.endsWith('.woff2'));
if (fonts.length === 0) throw new Error('index.html preloads no fonts');

const rows = [
  {
    what: 'first-screen script',
    // A classic script, which contains what it imported.
    size: await sizeOf(
      [...named].filter((file) => file.endsWith('.js')),
      true,
    ),
    ...budgets.script,
  },
  { what: 'CSS', size: await sizeOf(css, true), ...budgets.css },
  { what: 'fonts', size: await sizeOf(fonts, false), ...budgets.fonts },
];
// Loaded by every page after its first screen, so it does not count for individual pages.
const next = Object.keys(manifest).find((key) => manifest[key].name === 'next' && manifest[key].file.endsWith('.js'));
if (!next) throw new Error('There is no chunk of what every page loads after its first screen');
rows.push({ what: 'script after the first screen', size: await sizeOf([manifest[next].file], true), ...budgets.next });
const loaded = new Set([...first, next]);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || loaded.has(key)) continue;
  const own = [...reachable(key)].filter((part) => !loaded.has(part)).map((part) => manifest[part].file);
  rows.push({ what: `lazy ${chunk.name ?? key}`, size: await sizeOf(own, true), ...budgets.lazy });
}

const maps = Object.values(manifest).filter(({ file }) => file.endsWith('.map'));
console.log('KiB'.padStart(9), 'aim'.padStart(6), 'fail'.padStart(6), ' what');
for (const { what, size, aim, fail } of rows) {
  const mark = size > fail ? 'OVER' : size > aim ? 'above the aim' : '';
  console.log(size.toFixed(1).padStart(9), String(aim).padStart(6), String(fail).padStart(6), ` ${what} ${mark}`);
}
const over = rows.filter(({ size, fail }) => size > fail).map(({ what }) => what);
if (maps.length > 0) console.error('Source maps are in the build.');
if (over.length > 0) console.error(`Over the budget: ${over.join(', ')}`);
if (maps.length + over.length > 0) process.exitCode = 1;
