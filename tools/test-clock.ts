// The tests' clock: the processes and pages of each run start at the same instant, so that no test depends on the day it
// runs. It lies years ahead: where code mixed it with the database's own clock, tests would fail, on every day.
// `TEST_CLOCK` names another instant, or is `real`.
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

const usualStart = '2031-11-19T10:00:00Z';

const isShifted = Symbol.for('tidemark.test-clock');

/** Milliseconds by which the tests' clock is ahead of the machine's; 0 outside tests. */
export const clockOffsetMillis = Number(
  new URL(import.meta.url).searchParams.get('offset') ?? process.env['TEST_CLOCK_OFFSET'] ?? 0,
);
if (clockOffsetMillis !== 0 && !(isShifted in Date)) {
  shiftDate(clockOffsetMillis);
  Object.assign(Date, { [isShifted]: true });
  // Node itself writes this header from the machine's clock.
  subscribe('http.server.request.start', (message) => {
    (message as { response: ServerResponse }).response.setHeader('date', new Date().toUTCString());
  });
}

/** Decides the clock of a test run, for all processes that this one starts. */
export function chooseTestClock(): void {
  const { TEST_CLOCK = usualStart, TEST_CLOCK_OFFSET, NODE_OPTIONS = '' } = process.env;
  if (TEST_CLOCK_OFFSET !== undefined) return;
  const offset = TEST_CLOCK === 'real' ? 0 : Date.parse(TEST_CLOCK) - Date.now();
  if (Number.isNaN(offset)) throw new Error(`TEST_CLOCK must be an instant such as ${usualStart}, or real`);
  process.env['TEST_CLOCK_OFFSET'] = String(offset);
  // The address carries the offset, because the program starts the sandbox without these variables.
  process.env['NODE_OPTIONS'] = `${NODE_OPTIONS} --import ${import.meta.url}?offset=${offset}`.trim();
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
