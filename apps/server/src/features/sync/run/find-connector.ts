import type { AccountId } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Connectors } from '../connector.ts';

/** Returns the connector of an account's network; throws if it has none. */
export async function findConnector<Part>(
  { db, connectors }: { db: Database | Transaction; connectors: Connectors<Part> },
  accountId: AccountId,
): Promise<Part> {
  const { type } = await db
    .selectFrom('account')
    .select('type')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const connector = connectors[type];
  if (!connector) throw new Error(`Account ${accountId} belongs to ${type}, which is not synced`);
  return connector;
}
