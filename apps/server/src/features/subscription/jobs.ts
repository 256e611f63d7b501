import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log/log.ts';
import { deleteCustomerRow, markUnread, takeDueCustomers, type CustomerRow } from './customers.ts';
import { deleteOldEvents, markDone, markFailed, takeEvents } from './payment-events.ts';
import { readSubscription, type ReadingNeeds } from './read-subscription.ts';
import { pauseAfter } from './rules.ts';

export interface PaymentWorkNeeds extends ReadingNeeds {
  log: Log;
}

export interface PaymentWork {
  /** There is something to do now. */
  wake(): void;
  /** Resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const lookEvery = 2_000;
const atOnce = 50;
// As long as the provider can take for everything that was taken.
const heldFor = 600_000;
const sweepEvery = 3_600_000;

/**
 * Reads what events say has changed, and everybody's state once a day, whatever events did not arrive. Two processes that
 * do so at once share the work.
 */
export function startPaymentWork(needs: PaymentWorkNeeds): PaymentWork {
  const stopping = new AbortController();
  let isWanted = true;
  let nap = new AbortController();
  let sweptAt = -Infinity;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      nap = new AbortController();
      isWanted = false;
      try {
        const taken = [await readAfterEvents(needs), await readDueCustomers(needs, stopping.signal)];
        if (taken.includes(atOnce)) isWanted = true;
        if (performance.now() - sweptAt > sweepEvery) {
          await deleteOldEvents(needs.db, needs.clock());
          sweptAt = performance.now();
        }
      } catch (error) {
        needs.log.error({ err: error }, 'Subscriptions cannot be read');
      }
      const signal = AbortSignal.any([stopping.signal, nap.signal]);
      if (!isWanted) await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  const working = work();
  return {
    wake() {
      isWanted = true;
      nap.abort();
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Reads each customer once, however many events name them. Returns how many events it took. */
async function readAfterEvents(needs: PaymentWorkNeeds): Promise<number> {
  const { db, clock } = needs;
  const now = clock();
  const events = await takeEvents(db, { now, until: new Date(now.getTime() + heldFor), most: atOnce });
  for (const [customerId, named] of Map.groupBy(events, ({ customer_id }) => customer_id)) {
    const ids = named.map(({ event_id }) => event_id);
    try {
      if (customerId) await readSubscription(needs, customerId);
      await markDone(db, ids, clock());
    } catch (error) {
      const failures = Math.max(...named.map(({ failures: before }) => before));
      const next = new Date(clock().getTime() + pauseAfter(failures, { firstSeconds: 5, mostSeconds: 3_600 }));
      needs.log.warn({ err: error, customerId, failures }, 'What an event is about cannot be read yet');
      await markFailed(db, ids, { next, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return events.length;
}

async function readDueCustomers(needs: PaymentWorkNeeds, signal: AbortSignal): Promise<number> {
  const { db, clock } = needs;
  const now = clock();
  const due = await takeDueCustomers(db, { now, until: new Date(now.getTime() + heldFor), most: atOnce });
  for (const customer of due) {
    // What was taken and not read comes up again by itself.
    if (signal.aborted) return 0;
    try {
      if (customer.user_id) await readSubscription(needs, customer.customer_id);
      else await deleteCustomer(needs, customer);
    } catch (error) {
      const pause = pauseAfter(customer.failures, { firstSeconds: 60, mostSeconds: 86_400 });
      needs.log.warn({ err: error, customerId: customer.customer_id }, 'A customer cannot be read yet');
      await markUnread(db, customer.customer_id, new Date(clock().getTime() + pause));
    }
  }
  return due.length;
}

/** The user is gone: what they paid for ends, and the provider forgets what it may forget. */
async function deleteCustomer({ db, provider, log }: PaymentWorkNeeds, { customer_id: customerId }: CustomerRow) {
  await provider.deleteCustomer(customerId);
  await deleteCustomerRow(db, customerId);
  log.info({ customerId }, 'The customer of a deleted user was deleted at the payment provider');
}
