// Tests that failed and then passed, with the days on which they did. `node tools/unstable-tests.mjs < log` adds those of
// a log of `.ci/run`, and lists all, most frequent first.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const place = path.join(import.meta.dirname, 'unstable-tests.json');
const prefix = 'unstable: ';
const days = JSON.parse(readFileSync(place, 'utf8'));

/** Returns the line of a run's result, which this program reads again. */
export function describeUnstable(test) {
  const earlier = days[test]?.length ?? 0;
  return `${prefix}${test}${earlier > 0 ? ` (${earlier} times before)` : ''}`;
}

if (process.argv[1] === import.meta.filename) {
  const today = new Date().toISOString().slice(0, 10);
  for (const line of (await text(process.stdin)).split('\n')) {
    if (!line.startsWith(prefix)) continue;
    const test = line.slice(prefix.length).replace(/ \(\d+ times before\)$/, '');
    days[test] = [...new Set([...(days[test] ?? []), today])];
  }
  const listed = Object.entries(days).sort(([, one], [, other]) => other.length - one.length);
  writeFileSync(place, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`);
  for (const [test, found] of listed) console.log(`${found.length}  ${test}`);
}
