// `npm run bench`: measures the product side by side with anchors of the same run, and prints ratios. Never a test.
// `npm run bench -- sync web` runs only those.
import path from 'node:path';
import { buildWeb, install, pinnedNode, requireNode, root, run } from './prepare.mjs';

const benches = [
  'start',
  'sync',
  'day',
  'queries',
  'reads',
  'scale',
  'overload',
  'live',
  'restart',
  'web',
  'post-insights',
  'operators',
];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}: choose from ${benches.join(', ')}.`);
  process.exit(64);
}

const startedAt = new Date().toISOString().slice(0, 16).replace(':', '');
process.env.BENCH_RESULT = path.join(root, 'bench', 'results', `${startedAt}.md`);

requireNode();
await install();
await buildWeb();

for (const name of benches.filter((bench) => asked.length === 0 || asked.includes(bench))) {
  await run(pinnedNode, ['--disable-warning=ExperimentalWarning', path.join(root, 'bench', `${name}.ts`)], {
    failure: `The measurement ${name} failed.`,
  });
}
console.log(`\nKept in ${path.relative(root, process.env.BENCH_RESULT)}`);
