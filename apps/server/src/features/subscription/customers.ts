import { sql, type Selectable } from 'kysely';
import type { PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Tables } from '../../database/tables/tables.ts';
import { Failure } from '../../platform/failure.ts';

export type CustomerRow = Selectable<Tables['payment_customer']>;

export function findCustomer(db: Database, userId: string): Promise<CustomerRow | undefined> {
  return db.selectFrom('payment_customer').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** The user's customer at the provider, made at the first need. `instead` is one that the provider does not know any more. */
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
  if (!user) throw new Failure('user_deleted');
  const customerId = await provider.createCustomer({ userId, attempt: instead ?? 'first', ...user });
  if (instead) await db.deleteFrom('payment_customer').where('customer_id', '=', instead).execute();
  // Of several that ask at once each gets the same customer, and one stores it.
  await db
    .insertInto('payment_customer')
    .values({ customer_id: customerId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findCustomer(db, userId))?.customer_id ?? customerId;
}

/** Holds a customer's row for the length of a transaction: what is read last is also stored last. */
export async function lockCustomer(transaction: Transaction, customerId: string): Promise<CustomerRow | undefined> {
  // The provider may take its time to answer meanwhile.
  await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(transaction);
  return transaction
    .selectFrom('payment_customer')
    .selectAll()
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markRead(db: Database, customerId: string, { now, next }: { now: Date; next: Date }) {
  await db
    .updateTable('payment_customer')
    .set({ read_at: now, next_read_at: next, failures: 0 })
    .where('customer_id', '=', customerId)
    .execute();
}

export async function markUnread(db: Database, customerId: string, next: Date): Promise<void> {
  await db
    .updateTable('payment_customer')
    .set({ next_read_at: next, failures: sql`failures + 1` })
    .where('customer_id', '=', customerId)
    .execute();
}

/** Customers whose time has come; each is left to whoever took it until `until`. */
export function takeDueCustomers(
  db: Database,
  { now, until, most }: { now: Date; until: Date; most: number },
): Promise<CustomerRow[]> {
  return db
    .updateTable('payment_customer')
    .set({ next_read_at: until })
    .where('customer_id', 'in', (part) =>
      part
        .selectFrom('payment_customer')
        .select('customer_id')
        .where('next_read_at', '<=', now)
        .orderBy('next_read_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function deleteCustomerRow(db: Database, customerId: string): Promise<void> {
  await db.deleteFrom('payment_customer').where('customer_id', '=', customerId).execute();
}
