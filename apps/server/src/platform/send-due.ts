import type { SendingTimes } from '@tidemark/contract';
import { backoff } from './backoff.ts';
import type { Clock } from './clock.ts';
import { findNextSending, type Sending } from './sending-times.ts';

const retryMillis = 15 * 60_000;
const maxAttempts = 4;
const waitMillis = 60_000;

interface Due {
  schedule: SendingTimes;
  /** Failures so far. */
  attempts: number;
}

export interface Postponement {
  until: Date;
  attempts: number;
}

interface Sender<Item extends Due> {
  clock: Clock;
  listDue(now: Date): Promise<Item[]>;
  /**
   * Queues the messages and moves on to the next sending in one transaction, so that none is lost or repeated. Returns
   * 'later' to wait a minute for data that is on its way.
   */
  queue(item: Item): Promise<'later' | void>;
  moveOn(item: Item, next: Sending): Promise<unknown>;
  postpone(item: Item, change: Postponement): Promise<void>;
  onFailure(item: Item, error: unknown): void;
}

/** Sends what is due once, also after an outage. What fails is retried after 15, 30 and 60 minutes, then left out. */
export async function sendDue<Item extends Due>(sender: Sender<Item>, signal: AbortSignal): Promise<void> {
  for (const item of await sender.listDue(sender.clock())) {
    if (signal.aborted) return;
    try {
      if ((await sender.queue(item)) === 'later')
        await sender.postpone(item, { until: after(sender.clock(), waitMillis), attempts: item.attempts });
    } catch (error) {
      sender.onFailure(item, error);
      await postponeOrMoveOn(sender, item);
    }
  }
}

async function postponeOrMoveOn<Item extends Due>(sender: Sender<Item>, item: Item): Promise<void> {
  const now = sender.clock();
  const attempts = item.attempts + 1;
  if (attempts < maxAttempts)
    return sender.postpone(item, { until: after(now, backoff(attempts, { first: retryMillis })), attempts });
  await sender.moveOn(item, findNextSending(item.schedule, now));
}

function after(instant: Date, millis: number): Date {
  return new Date(instant.getTime() + millis);
}
