import { setTimeout as sleep } from 'node:timers/promises';

const patienceMillis = 60_000;
const pauseMillis = 20;

/** Reads until the value is done (by default: anything but false, null and the like), and returns it. */
export async function until<Value>(
  read: () => Value | Promise<Value>,
  isDone: (value: Value) => boolean = Boolean,
): Promise<Exclude<Value, false>> {
  for (const deadline = Date.now() + patienceMillis; ; await sleep(pauseMillis)) {
    const value = await read();
    if (isDone(value)) return value as Exclude<Value, false>; // a done value is never false
    if (Date.now() > deadline) throw new Error(`Not done in time; last value: ${JSON.stringify(value)}`);
  }
}
