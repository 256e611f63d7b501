import { sql, type Selectable } from 'kysely';
import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { ApiError } from '../../platform/api-error.ts';

export type CustomerRow = Selectable<Tables['payment_customer']>;

export function findCustomer(db: Database, userId: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('payment_customer').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/**
 * Returns the user's customer ID at the provider, created on first use. `instead` is an ID that the provider no longer
 * knows.
 */
export async function requireCustomer(
  { db, provider }: { db: Database; provider: PaymentProvider },
  userId: string,
  { instead = null }: { instead?: string | null } = {},
): Promise<string> {
  const known = await findCustomer(db, userId);
  if (known && known.customer_id !== instead) return known.customer_id;
  const user = await db
    .selectFrom('app_user')
    .select(['name', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new ApiError('user_deleted');
  const customerId = await provider.createCustomer({ userId, attempt: instead ?? 'first', ...user });
  if (instead) await db.deleteFrom('payment_customer').where('customer_id', '=', instead).execute();
  // Concurrent callers get the same customer, and one stores it.
  await db
    .insertInto('payment_customer')
    .values({ customer_id: customerId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findCustomer(db, userId))?.customer_id ?? customerId;
}

/** Numbers a customer's starting fetch; undefined if the customer belongs to no user. */
export async function beginFetch(db: Database, customerId: string): Promise<number | undefined> {
  const row = await db
    .updateTable('payment_customer')
    .set({ last_fetch: sql`last_fetch + 1` })
    .where('customer_id', '=', customerId)
    .where('user_id', 'is not', null)
    .returning('last_fetch')
    .executeTakeFirst();
  return row?.last_fetch;
}

/** Locks a customer to store a fetch; undefined if a later fetch was already stored. */
export async function lockForFetch(
  transaction: Transaction,
  customerId: string,
  fetch: number,
): Promise<CustomerRow | undefined> {
  return transaction
    .selectFrom('payment_customer')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('stored_fetch', '<', fetch)
    .forUpdate()
    .executeTakeFirst();
}

/** Lets one caller at a time create a checkout for a customer; returns false for other callers. */
export async function claimCheckout(
  db: Database,
  customerId: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_customer')
    .set({ checkout_claimed_until: until })
    .where('customer_id', '=', customerId)
    .where(({ or, eb }) => or([eb('checkout_claimed_until', 'is', null), eb('checkout_claimed_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseCheckout(db: Database, customerId: string, until: Date): Promise<void> {
  await db
    .updateTable('payment_customer')
    .set({ checkout_claimed_until: null })
    .where('customer_id', '=', customerId)
    .where('checkout_claimed_until', '=', until)
    .execute();
}

export async function markFetched(
  db: Database,
  customerId: string,
  { now, next, fetch }: { now: Date; next: Date; fetch: number },
) {
  await db
    .updateTable('payment_customer')
    .set({ fetched_at: now, next_fetch_at: next, failures: 0, stored_fetch: fetch })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function deleteCustomerRow(db: Database, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customer').where('customer_id', '=', customerId).execute();
}
