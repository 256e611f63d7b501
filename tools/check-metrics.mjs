// docs/metrics.md is the catalogue as text. `node tools/check-metrics.mjs --write` writes it again.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './prepare.mjs';
import { cardCatalogue, postCatalogue } from '../packages/contract/src/analytics/metric-catalogue.ts';
import { cardMetricRows, toUnit } from '../apps/server/src/metrics/card-metrics.ts';
import { dayMetrics } from '../apps/server/src/metrics/day-metrics.ts';
import { postMetrics } from '../apps/server/src/metrics/post-metrics.ts';
import { retiredMetrics } from '../apps/server/src/metrics/retired-metrics.ts';

const file = path.join(root, 'docs', 'metrics.md');
const text = await format(write(), { ...(await resolveConfig(file)), parser: 'markdown' });
if (process.argv.includes('--write')) await writeFile(file, text);
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('docs/metrics.md differs from the catalogue: node tools/check-metrics.mjs --write');
  process.exit(1);
}

function write() {
  const redefined = [...Object.entries(dayMetrics), ...Object.entries(postMetrics)].flatMap(([name, row]) =>
    (row.redefined ?? []).map(({ day, text: change, source }) => [code(name), day, change, link(source)]),
  );
  return `# Metrics

Written from the catalogue in \`apps/server/src/metrics/\` and
\`packages/contract/src/analytics/metric-catalogue.ts\` by \`tools/check-metrics.mjs\`: change the rows, not this page.
[recipes.md](recipes.md#a-metric-from-meta) says how to add one. Counts add up; people do not; a level has a value at
an instant; a rate is computed from others.

## Cards

${table(
  ['API', 'Title', 'Unit', 'Kind', 'Meaning', 'Range', 'Days'],
  Object.entries(cardMetricRows).map(([name, { kind, definition, method, parts }]) => [
    code(name),
    cardCatalogue[name].title,
    toUnit(name),
    kind,
    definition,
    method,
    parts.map(code).join(', '),
  ]),
)}

## Days of an account

Columns of \`account_day\`. Parts are stored by surface (\`views_reel\`), follower and non-follower, or button.

${table(
  ['Column', 'Kind', 'Range', 'Instagram', 'Bluesky', 'Parts', 'Meaning', 'Since'],
  Object.entries(dayMetrics).map(
    ([name, { kind, method, instagram, bluesky = [], parts = [], definition, validFrom }]) => [
      code(name),
      kind,
      method,
      toNetworkName(instagram),
      bluesky.map(code).join(' + '),
      parts.join(', '),
      definition,
      toSince(validFrom),
    ],
  ),
)}

## Posts

Lifetime totals, columns of \`media\`. Those with deltas are also stored by day.

${table(
  [
    'API',
    'Label',
    'Unit',
    'Kind',
    'Column',
    'Deltas',
    'Files',
    'Instagram',
    'Asked for',
    'Bluesky',
    'Meaning',
    'Since',
  ],
  Object.entries(postMetrics).map(([name, row]) => [
    code(name),
    postCatalogue[name]?.label ?? '',
    postCatalogue[name]?.unit ?? '',
    row.kind,
    row.column === null ? '' : code(row.column),
    row.hasDeltas ? 'yes' : '',
    row.exportName === undefined ? '' : code(row.exportName),
    row.instagram === null ? `from ${row.parts.map(code).join(', ')}` : toNetworkName(row.instagram),
    toRequests(row.instagram),
    (row.bluesky ?? []).map(code).join(' + '),
    row.definition,
    toSince(row.validFrom),
  ]),
)}

## Retired

${table(
  ['API', 'Until', 'Successor', 'Source'],
  Object.entries(retiredMetrics).map(([name, { validUntil }]) => [
    code(name),
    validUntil.day,
    code(validUntil.successor),
    link(validUntil.source),
  ]),
)}

## Redefined

${redefined.length === 0 ? 'No dated redefinition is known.' : table(['Metric', 'Day', 'Change', 'Source'], redefined)}
`;
}

function table(head, rows) {
  const toLine = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [head, head.map(() => '---'), ...rows].map(toLine).join('\n');
}

function toNetworkName({ name, cell }) {
  return cell ? `${code(name)}, ${code(cell.breakdown)}: ${cell.value ?? 'others'}` : code(name);
}

function toRequests(network) {
  if (network === null) return '';
  const asked = network.asked.map((request) => request.toLowerCase().replace('_', ' ')).join(', ');
  return network.isFacebookOnly ? `${asked}; Facebook login only` : asked;
}

function toSince(validFrom) {
  return validFrom ? link(validFrom.source, validFrom.day) : '';
}

function code(name) {
  return `\`${name}\``;
}

function link(url, words = 'Meta') {
  return `[${words}](${url})`;
}
