import { dayMillis } from '@tidemark/contract';
import { backoff } from '../../platform/backoff.ts';
import type { Log } from '../../platform/log/log.ts';
import { startPoller, type Poller } from '../../platform/poller.ts';
import { deleteCustomerRow, markSyncFailed, claimDueCustomers, type CustomerRow } from './customers.ts';
import { deleteOldEvents, markDone, markFailed, takeEvents } from './payment-events.ts';
import { syncSubscription, type SyncCustomerDeps } from './sync-customer.ts';

export interface PaymentJobDeps extends SyncCustomerDeps {
  log: Log;
}

const pollInterval = 2_000;
const batchSize = 50;
// The maximum duration for one batch's calls to the provider.
const claimSeconds = 600_000;
const sweepInterval = 3_600_000;

/**
 * Syncs customers named by events, and all customers once a day, in case events were lost. Several processes share the
 * work.
 */
export function startPaymentWork(deps: PaymentJobDeps): Poller {
  const { db, clock, log } = deps;
  let sweptAt = -Infinity;

  async function poll(signal: AbortSignal): Promise<void> {
    let mayHaveMore = true;
    while (mayHaveMore && !signal.aborted) {
      const counts = [await syncAfterEvents(deps), await syncDueCustomers(deps, signal)];
      mayHaveMore = counts.includes(batchSize);
    }
    if (performance.now() - sweptAt > sweepInterval) {
      await deleteOldEvents(db, clock());
      sweptAt = performance.now();
    }
  }

  return startPoller(poll, { intervalMillis: pollInterval, log, failureMessage: 'Could not sync subscriptions' });
}

/** Syncs each customer once, however many events name it. Returns the number of claimed events. */
async function syncAfterEvents(deps: PaymentJobDeps): Promise<number> {
  const { db, clock } = deps;
  const now = clock();
  const events = await takeEvents(db, { now, until: new Date(now.getTime() + claimSeconds), most: batchSize });
  for (const [customerId, named] of Map.groupBy(events, ({ customer_id }) => customer_id)) {
    const ids = named.map(({ event_id }) => event_id);
    try {
      if (customerId) await syncSubscription(deps, customerId);
      await markDone(db, ids, clock());
    } catch (error) {
      const failures = Math.max(...named.map(({ failures: before }) => before));
      const pause = backoff(failures + 1, { first: 5_000, max: 3_600_000 });
      const next = new Date(clock().getTime() + pause);
      deps.log.warn({ err: error, customerId, failures }, 'Could not process a payment event; will retry');
      await markFailed(db, ids, { next, problem: error instanceof Error ? error.message : String(error) });
    }
  }
  return events.length;
}

async function syncDueCustomers(deps: PaymentJobDeps, signal: AbortSignal): Promise<number> {
  const { db, clock } = deps;
  const now = clock();
  const due = await claimDueCustomers(db, { now, until: new Date(now.getTime() + claimSeconds), most: batchSize });
  for (const customer of due) {
    // Claimed but unprocessed events become due again.
    if (signal.aborted) return 0;
    try {
      if (customer.user_id) await syncSubscription(deps, customer.customer_id);
      else await deleteCustomer(deps, customer);
    } catch (error) {
      const pause = backoff(customer.failures + 1, { first: 60_000, max: dayMillis });
      deps.log.warn({ err: error, customerId: customer.customer_id }, 'Could not sync a customer; will retry');
      await markSyncFailed(db, customer.customer_id, new Date(clock().getTime() + pause));
    }
  }
  return due.length;
}

/** Deletes a deleted user's customer, which ends subscriptions and removes personal data at the provider. */
async function deleteCustomer({ db, provider, log }: PaymentJobDeps, { customer_id: customerId }: CustomerRow) {
  await provider.deleteCustomer(customerId);
  await deleteCustomerRow(db, customerId);
  log.info({ customerId }, 'Deleted a deleted user’s customer at the payment provider');
}
