import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// One file per run: `npm run bench` sets the name for all its measurements.
const resultFile =
  process.env['BENCH_RESULT'] ??
  path.join(import.meta.dirname, 'results', `${new Date().toISOString().slice(0, 16).replace(':', '')}.md`);

/** Prints rows as a Markdown table that is aligned in a terminal, and saves it in `bench/results/`. */
export function printTable(title: string, columns: string[], rows: string[][]): void {
  const widths = columns.map((column, index) =>
    Math.max(...[column, ...rows.map((row) => row[index] ?? '')].map(width)),
  );
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => fill(cell, widths[index] ?? 0, index > 0)).join(' | ')} |`;
  const rule = `| ${widths.map((size, index) => (index > 0 ? `${'-'.repeat(size - 1)}:` : '-'.repeat(size))).join(' | ')} |`;
  printText(title, [line(columns), rule, ...rows.map(line)].join('\n'));
}

export function printText(title: string, text: string): void {
  console.log(`\n${title}\n\n${text}`);
  const isNew = !existsSync(resultFile);
  mkdirSync(path.dirname(resultFile), { recursive: true });
  if (isNew) appendFileSync(resultFile, machine());
  appendFileSync(resultFile, `\n**${title}**\n\n${text}\n`);
}

function machine(): string {
  const [processor] = os.cpus();
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  return `# ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC

${os.cpus().length} × ${processor?.model.trim() ?? 'unknown'}, ${memory} GB, ${os.type()} ${os.arch()}, Node ${process.versions.node}. Trust the ratios.
`;
}

function fill(text: string, size: number, toTheRight: boolean): string {
  const space = ' '.repeat(Math.max(0, size - width(text)));
  return toTheRight ? space + text : text + space;
}

function width(text: string): number {
  return Array.from(text).length;
}

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ms`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Returns `value` as a multiple of `anchor`. */
export function ratio(value: number, anchor: number): string {
  const times = value / anchor;
  return `× ${times >= 100 ? times.toFixed(0) : times >= 10 ? times.toFixed(1) : times >= 0.1 ? times.toFixed(2) : times.toPrecision(1)}`;
}

/** Returns the last minute's load average: what the neighbours do during a measurement. */
export function loadAverage(): string {
  return os.loadavg()[0]?.toFixed(1) ?? '';
}

/** Returns the clock that all processes on this machine share, in milliseconds. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Returns a step's duration in milliseconds. */
export async function timed(step: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await step();
  return performance.now() - started;
}

/** Waits with a timeout. */
export async function within<Result>(seconds: number, what: string, promise: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} took more than ${seconds} s`)), seconds * 1000);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
