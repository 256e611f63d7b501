// `npm test`: installs what it needs, builds the web app, runs every test, and prints how many passed. `-- server` runs
// only the named projects, `-- all` also the long suites, `-- --changed REV` only what changes since then can affect (by
// default since the upstream branch). `--record` stores how long each file took. In CI, failed files run once more:
// those that then pass are listed as unstable, with how often they were before.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildWeb, install, pinnedEnvironment, pinnedNode, requireNode, root } from './prepare.mjs';
import { makeTestFolder } from './test-folder.mjs';
import { describeUnstable } from './unstable-tests.mjs';

requireNode();
await install();
await buildWeb();

const named = process.argv.slice(2).filter((word) => word !== '--record');
const isRecording = process.argv.includes('--record');
// A stage runs its lanes in parallel, and a lane its sets of projects one after the other. The server's tests use every
// core; each later lane uses one.
const standard = [[[['server']]], [[['e2e']], [['program'], ['sandbox', 'web']]]];
const realNetworks = ['real', 'real-pages'];
const long = [['release'], ['abuse'], ['kills'], ['faults'], ['soak'], realNetworks].map((projects) => [[projects]]);
const affected = named[0] === '--changed' ? await listAffected(named[1] ?? '@{upstream}') : null;
const filesByProjects = new Map(affected);
const stages = listStages();
// More failed files than this are not flaky.
const maxRepeatedFiles = 6;
const maxReasonLines = 12;
const notRun = 'could not be run';

const folder = makeTestFolder();
const runs = [];
for (const lanes of stages) runs.push(...(await Promise.all(lanes.map(runLane))).flat());
const failedFiles = runs.flatMap(({ failures }) => failures);
const unstable = [];
const isRepeatable =
  failedFiles.every(({ file }) => file !== '') && new Set(failedFiles.map(({ file }) => file)).size <= maxRepeatedFiles;
if (process.env.CI && isRepeatable)
  for (const [index, { projects, passed, failures }] of runs.entries())
    if (failures.length > 0) {
      const second = await run(projects, [...new Set(failures.map(({ file }) => file))]);
      const [recovered, failedTwice] = [true, false].map((isPassed) =>
        failures.filter((failure) => hasPassed(failure, second) === isPassed),
      );
      unstable.push(...recovered);
      const passedLater = recovered.reduce((sum, failure) => sum + countPassed(failure, second), 0);
      runs[index] = { ...runs[index], passed: passed + passedLater, failures: failedTwice };
    }

const failures = runs.flatMap((one) => one.failures);
if (isRecording) await recordDurations();
for (const { file, name } of unstable) console.log(describeUnstable(`${file}: ${name}`));
for (const { file, name, reason } of failures) {
  console.log(`failed: ${file}: ${name}`);
  if (reason) console.log(reason.replaceAll(/^/gm, '  '));
}
console.log(`${runs.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Reads the sources only when asked to. */
async function listAffected(revision) {
  const { listAffectedTests } = await import('./affected-tests.mjs');
  return listAffectedTests(revision);
}

function listStages() {
  if (affected) return [[affected.map(([projects]) => projects)]];
  if (named[0] === 'all') return [...standard, ...long];
  return named.length === 0 || named[0] === '--changed' ? standard : [[[named]]];
}

async function runLane(sets) {
  const done = [];
  for (const projects of sets) done.push(await run(projects, filesByProjects.get(projects)));
  return done;
}

/** Runs projects, or only some of their files: returns the number of passed tests, and the failures. */
async function run(projects, files = []) {
  const startedAt = Date.now();
  const results = path.join(folder, `${projects.join('-')}-${files.length}.json`);
  const args = [
    path.join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...files,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${results}`,
  ];
  const code = await new Promise((done) => {
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...pinnedEnvironment(),
        TMPDIR: folder,
        ...(named[0] === 'all' ? { TEST_ALL: 'yes' } : {}),
      },
    });
    child.once('exit', done);
  });
  console.log(`ran ${projects.join(', ')} in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const report = await readFile(results, 'utf8').then(JSON.parse, () => null);
  if (!report) {
    const failure = { file: '', name: `${projects.join(', ')} did not report` };
    return { projects, passed: 0, passedNames: new Set(), failures: [failure], results: [] };
  }
  const found = report.testResults.flatMap((result) => failuresOf(result));
  // A run can fail after its last test.
  if (found.length === 0 && code !== 0) found.push({ file: '', name: `${projects.join(', ')} ended with ${code}` });
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const passedNames = new Set(tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName));
  return { projects, passed: report.numPassedTests, passedNames, failures: found, results: report.testResults };
}

function hasPassed({ file, name }, second) {
  if (name !== notRun) return second.passedNames.has(name);
  return second.failures.every((failure) => failure.file !== file) && countPassed({ file, name }, second) > 0;
}

/** Counts the tests of a repeated failure that passed: all of a file that could not be run at first. */
function countPassed({ file, name }, second) {
  if (name !== notRun) return 1;
  const found = second.results.find((result) => path.relative(root, result.name) === file);
  return found?.assertionResults.filter(({ status }) => status === 'passed').length ?? 0;
}

/** Stores the seconds of each file that took at least one, for the order in which files start. */
async function recordDurations() {
  const place = path.join(root, 'tools', 'test-durations.json');
  const known = JSON.parse(await readFile(place, 'utf8'));
  for (const { name, startTime, endTime } of runs.flatMap(({ results }) => results))
    known[path.relative(root, name)] = Math.round((endTime - startTime) / 1000);
  const listed = Object.entries(known)
    .filter(([file, seconds]) => seconds > 0 && existsSync(path.join(root, file)))
    .sort(([, one], [, other]) => other - one);
  await writeFile(place, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`);
}

/** Returns the failures; a file that failed to load contains no failed test. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0 && status === 'failed') return [{ file, name: notRun, reason: firstLines([message]) }];
  return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, reason: firstLines(failureMessages) }));
}

function firstLines(messages) {
  return stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, maxReasonLines).join('\n');
}
