// The tests' clock: with `TEST_CLOCK=2027-12-31T23:50:00Z npm test`, all processes and pages of a run start at that
// instant, which finds tests that depend on the day they run. The database keeps its own clock: where code mixes the two,
// tests fail.
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

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
  const { TEST_CLOCK, TEST_CLOCK_OFFSET, NODE_OPTIONS = '' } = process.env;
  if (TEST_CLOCK === undefined || TEST_CLOCK_OFFSET !== undefined) return;
  const offset = Date.parse(TEST_CLOCK) - Date.now();
  if (Number.isNaN(offset)) throw new Error('TEST_CLOCK must be an instant such as 2027-12-31T23:50:00Z');
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
