// `npm test`: installs what it needs, builds the web app, runs every test, and says how many passed. With `-- server`
// only the projects named.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildWeb, install, pinnedEnvironment, pinnedNode, requireNode, root } from './prepare.mjs';

requireNode();
await install();
await buildWeb();

const named = process.argv.slice(2);
// The journeys come last: they start the whole program several times. Two lanes of them go side by side.
const stages = named.length > 0 ? [[named]] : [[['server']], [['sandbox', 'web']], [['e2e'], ['program']]];
const counts = { passed: 0, failed: 0 };
const folder = await mkdtemp(path.join(os.tmpdir(), 'tidemark-results-'));
for (const lanes of stages) {
  const results = lanes.map((projects) => runProjects(projects, path.join(folder, `${projects.join('-')}.json`)));
  for (const { passed, failed } of await Promise.all(results)) {
    counts.passed += passed;
    counts.failed += failed;
  }
}
await rm(folder, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function runProjects(projects, results) {
  const args = [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ];
  const code = await new Promise((done) => {
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...pinnedEnvironment() },
    });
    child.once('exit', done);
  });
  const report = await readFile(results, 'utf8').then(JSON.parse, () => null);
  if (!report) return { passed: 0, failed: 1 };
  // A file that could not be loaded has no test in it that failed, and a run can fail after its last test.
  const failed =
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}
