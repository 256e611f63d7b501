// `npm run bench`: measures the product next to reference workloads in the same run, and prints ratios. Never a test.
// `npm run bench -- web soak` runs only those.
import path from 'node:path';
import { buildWeb, install, pinnedNode, requireNode, root, run } from './prepare.mjs';

const benches = ['scale', 'web'];
const asked = process.argv.slice(2);
// These take minutes each, and run only when named.
const long = ['dashboards', 'backfill', 'live-steady', 'soak'];
const known = [...benches, ...long];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement called ${unknown.join(', ')}: choose from ${known.join(', ')}.`);
  process.exit(64);
}

requireNode();
await install();
await buildWeb();

for (const name of asked.length === 0 ? benches : known.filter((bench) => asked.includes(bench))) {
  await run(pinnedNode, ['--disable-warning=ExperimentalWarning', path.join(root, 'bench', `${name}.ts`)], {
    failure: `The measurement ${name} failed`,
  });
}
