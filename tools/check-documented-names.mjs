// docs/commands.md lists every command, docs/configuration.md every variable, docs/architecture.md every command and
// table, and none lists others.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { root } from './prepare.mjs';
import { variableNames } from '../apps/server/src/config/config.ts';

const read = (...parts) => readFile(path.join(root, ...parts), 'utf8');
const server = ['apps', 'server', 'src'];

const main = await read(...server, 'main.ts');
const ofNetworks = await read(...server, 'networks', 'commands.ts');
const commands = listMatches(
  section(main, 'const commands', '\n};') + section(ofNetworks, 'const networkCommands', '\n};'),
  /^ {2}(?:'([a-z -]+)'|([a-z]+)):/gm,
);
const tables = await listTables();

const architecture = await read('docs', 'architecture.md');
const problems = [
  ...compare('docs/commands.md', 'commands', commands, listRows(await read('docs', 'commands.md'))),
  ...compare(
    'docs/configuration.md',
    'variables',
    new Set(variableNames),
    listRows(await read('docs', 'configuration.md')),
  ),
  ...compare('docs/architecture.md', 'commands', commands, listRows(section(architecture, '## 1. Runtime', '\n## '))),
  ...compare('docs/architecture.md', 'tables', tables, listRows(section(architecture, '## 4. Data', '\n## '))),
];
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

async function listTables() {
  const names = new Set();
  const folder = [...server, 'database', 'migrations'];
  for (const file of (await readdir(path.join(root, ...folder))).sort()) {
    const statements = (await read(...folder, file)).matchAll(
      /^\s*(?:create table (?:if not exists )?(\w+)|drop table (?:if exists )?(\w+)|alter table (\w+) rename to (\w+))/gim,
    );
    for (const [, created, dropped, oldName, newName] of statements) {
      names.delete(dropped ?? oldName);
      if (created ?? newName) names.add(created ?? newName);
    }
  }
  return names;
}

function section(text, start, end) {
  const from = text.indexOf(start);
  if (from < 0) throw new Error(`"${start}" was not found`);
  const to = text.indexOf(end, from + start.length);
  return text.slice(from, to < 0 ? undefined : to);
}

function listMatches(text, pattern) {
  return new Set([...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean)));
}

/** Lists the names in each table row's first cell, without arguments and options. */
function listRows(markdown) {
  const cells = [...markdown.matchAll(/^\| *(`.+?`) *\|(?!\|)/gm)].map(([, cell]) => cell);
  const names = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  return new Set(names.map((name) => name.replace(/ (?:--|\[|[A-Z]).*$/, '')));
}

function compare(document, kind, existing, listed) {
  if (existing.size === 0) return [`No ${kind} were found in the source: has it moved?`];
  return [
    ...[...existing].filter((name) => !listed.has(name)).map((name) => `${document}: ${kind} lack ${name}`),
    ...[...listed]
      .filter((name) => !existing.has(name))
      .map((name) => `${document}: ${kind} list ${name}, which does not exist`),
  ];
}
