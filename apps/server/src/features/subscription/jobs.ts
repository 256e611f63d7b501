import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Log } from '../../platform/log/log.ts';
import { dueRows } from '../../platform/work/due-rows.ts';
import { defineWork } from '../../platform/work/work.ts';
import { deleteCustomerRow } from './customers.ts';
import { markDone, maxAttempts } from './payment-events.ts';
import { syncSubscription, type SyncCustomerDeps } from './sync-customer.ts';

interface PaymentServices extends Omit<SyncCustomerDeps, 'provider'> {
  provider: PaymentProvider | null;
  log: Log;
}

/** Longer than a customer's calls to the provider take. */
const claimMillis = 600_000;
const remedy =
  'Run tidemark doctor, which tests the key of STRIPE_SECRET_KEY; System → Plans and payments lists events.';

/** Syncs customers named by events. */
export const paymentEventWork = defineWork({
  name: 'payment-events',
  label: 'Process payment events',
  remedy,
  everySeconds: 2,
  rows: dueRows({
    table: 'payment_event',
    key: 'event_id',
    due: 'next_attempt_at',
    attempts: 'failures',
    counted: 'failures',
    error: 'last_error',
    waits: sql`processed_at is null and failures < ${maxAttempts}`,
    order: sql`received_at`,
    claimMillis,
    retry: { first: 5_000, max: 3_600_000 },
  }),
  toLogFields: ({ customer_id: customerId, failures }) => ({ customerId, failures }),
  prepare: ({ provider, ...services }: PaymentServices) =>
    provider &&
    (async ({ event_id: eventId, customer_id: customerId }) => {
      const startedAt = services.clock();
      if (customerId) await syncSubscription({ ...services, provider }, customerId);
      await markDone(services.db, { eventId, customerId, startedAt, now: services.clock() });
    }),
});

/** Syncs all customers once a day, in case events were lost, and deletes those of deleted users. */
export const customerWork = defineWork({
  name: 'payment-customers',
  label: 'Sync subscriptions',
  remedy,
  everySeconds: 2,
  rows: dueRows({
    table: 'payment_customer',
    key: 'customer_id',
    due: 'next_fetch_at',
    attempts: 'failures',
    counted: 'failures',
    waits: sql`true`,
    claimMillis,
    retry: { first: 60_000, max: dayMillis },
  }),
  toLogFields: ({ customer_id: customerId, failures }) => ({ customerId, failures }),
  prepare: ({ provider, log, ...services }: PaymentServices) =>
    provider &&
    (async ({ customer_id: customerId, user_id: userId }) => {
      if (userId !== null) return void (await syncSubscription({ ...services, provider }, customerId));
      // Ends subscriptions, and removes personal data at the provider.
      await provider.deleteCustomer(customerId);
      await deleteCustomerRow(services.db, customerId);
      log.info({ customerId }, 'Deleted a deleted user’s customer at the payment provider');
    }),
});
