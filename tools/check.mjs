// `npm run check`: everything that needs no database. Runs all checks, then lists those that failed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildWeb, install, pinnedEnvironment, pinnedNode, requireNode, root } from './prepare.mjs';

requireNode();
await install();
await buildWeb();

const bin = (name) => path.join(root, 'node_modules', '.bin', name);
const projects = ['packages/contract', 'packages/presentation', 'apps/server', 'apps/sandbox', 'apps/web', '.'];
const minModules = 2_000;

const checks = [
  ...projects.map((project) => [`types of ${project}`, bin('tsc'), ['-p', project]]),
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  [
    'directions',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'apps', 'packages', 'e2e', 'bench'],
    countModules,
  ],
  ['unused', bin('knip'), ['--no-progress']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['owners', pinnedNode, ['tools/check-owners.mjs']],
  ['web budget', pinnedNode, ['apps/web/check-budget.mjs']],
  ['language of comments', pinnedNode, ['tools/check-comments.mjs']],
  ['CSS variables', pinnedNode, ['tools/check-css-variables.mjs']],
  ['CSS classes', pinnedNode, ['tools/check-css-classes.mjs']],
  ['content blockers', pinnedNode, ['tools/check-blockers.mjs']],
  ['lock file', pinnedNode, ['tools/check-lockfile.mjs']],
  ['documented paths', pinnedNode, ['tools/check-documented-paths.mjs']],
  ['documented names', pinnedNode, ['tools/check-documented-names.mjs']],
  ['documented metrics', pinnedNode, ['tools/check-metrics.mjs']],
];

const failed = [];
for (const [name, command, args, inspect] of checks) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...pinnedEnvironment() },
    maxBuffer: 64 * 1024 * 1024,
  });
  const problem = status === 0 ? inspect?.(stdout) : `${stdout}${stderr}`;
  console.log(`${problem ? 'failed' : 'ok    '} ${String(name)}`);
  if (problem) {
    console.log(problem);
    failed.push(name);
  }
}
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

/** Counts modules, because the tool has been seen to check none and report success. */
function countModules(output) {
  const [, modules = '0'] = /(\d+) modules/.exec(output) ?? [];
  return Number(modules) >= minModules ? null : `Only ${modules} modules were looked at:\n${output}`;
}
