import type { AccountId } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Connector, Connectors } from '../connector.ts';

/** Returns the connector of an account's network; throws without one. */
export async function findConnector<Part = Connector>(
  { db, connectors }: { db: Database | Transaction; connectors: Record<keyof Connectors, Part> },
  accountId: AccountId,
): Promise<Part> {
  const { type } = await db
    .selectFrom('account')
    .select('type')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (!(type in connectors)) throw new Error(`Account ${accountId} belongs to ${type}, which is not enabled`);
  return connectors[type as keyof Connectors]; // `in` checks it
}
