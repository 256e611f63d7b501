// The tests' clock: all processes, pages and databases of a run start at one instant, so that no test depends on the day
// it runs. `TEST_CLOCK=2027-12-31T23:50:00Z npm test` chooses another, `TEST_CLOCK=now` the machine's clock.
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { moveBuiltInDatabases } from '../apps/server/test/database-clock.ts';

const isShifted = Symbol.for('tidemark.test-clock');
const ordinaryMorning = '2026-11-25T10:00:00Z';

/** Milliseconds by which the tests' clock is ahead of the machine's; 0 outside tests. */
export const clockOffsetMillis = Number(
  new URL(import.meta.url).searchParams.get('offset') ?? process.env['TEST_CLOCK_OFFSET'] ?? 0,
);
if (clockOffsetMillis !== 0 && !(isShifted in Date)) {
  shiftDate(clockOffsetMillis);
  Object.assign(Date, { [isShifted]: true });
  moveBuiltInDatabases(clockOffsetMillis);
  subscribe('http.server.request.start', (message) =>
    translateTimes((message as { response: ServerResponse }).response),
  );
}

/** Changes the headers whose times Node writes, or a browser reads, by the machine's clock. */
function translateTimes(response: ServerResponse): void {
  response.setHeader('date', new Date().toUTCString());
  const writeHead = response.writeHead.bind(response) as (...values: unknown[]) => ServerResponse;
  response.writeHead = (...values: unknown[]) => {
    const cookies = response.getHeader('set-cookie');
    if (Array.isArray(cookies)) response.setHeader('set-cookie', cookies.map(toMaxAge));
    return writeHead(...values);
  };
}

function toMaxAge(cookie: string): string {
  const toSeconds = (instant: string) => Math.ceil((Date.parse(instant) - Date.now()) / 1000);
  return cookie.replace(/expires=([^;]+)/i, (_, instant: string) => `max-age=${toSeconds(instant)}`);
}

/** Decides the clock of a test run, for all processes that this one starts. */
export function chooseTestClock(): void {
  const { TEST_CLOCK = ordinaryMorning, TEST_CLOCK_OFFSET, NODE_OPTIONS = '' } = process.env;
  if (TEST_CLOCK === 'now' || TEST_CLOCK_OFFSET !== undefined) return;
  const offset = Date.parse(TEST_CLOCK) - Date.now();
  if (Number.isNaN(offset)) throw new Error('TEST_CLOCK must be "now" or an instant such as 2027-12-31T23:50:00Z');
  process.env['TEST_CLOCK_OFFSET'] = String(offset);
  // The address carries the offset, because the program starts the sandbox without these variables.
  process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --import ${import.meta.url}?offset=${offset}`.trim();
  moveBuiltInDatabases(offset);
}

/** Makes `Date` differ from the machine's clock. Pages run this as text: it uses nothing around it. */
export function shiftDate(offsetMillis: number): void {
  const MachineDate = globalThis.Date;
  const now = () => MachineDate.now() + offsetMillis;
  globalThis.Date = new Proxy(MachineDate, {
    apply: () => new MachineDate(now()).toString(),
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length > 0 ? values : [now()], newTarget) as Date,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  MachineDate.prototype.constructor = globalThis.Date;
}
