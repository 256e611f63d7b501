// `node tools/release-notes.mjs v1.2.3`: prints the changelog's part about a version. Fails unless package.json has that
// version and the changelog its date, so that no other tag is published.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const version = process.argv[2]?.replace(/^v/, '') ?? '';
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
const heading = /^## \[(?<name>[^\]]+)\](?: - (?<date>\d{4}-\d{2}-\d{2}))?$/gm;
const parts = [...changelog.matchAll(heading)];
const index = parts.findIndex(({ groups }) => groups.name === version);
const part = parts[index];

if (manifest.version !== version) fail(`package.json has version ${manifest.version}, not ${version}`);
if (!part?.groups.date) fail(`CHANGELOG.md has no dated part [${version}]`);
console.log(changelog.slice(part.index + part[0].length, parts[index + 1]?.index).trim());

function fail(reason) {
  console.error(`${reason}.`);
  process.exit(1);
}
