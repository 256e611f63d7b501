import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Connectors } from '../connector.ts';
import { findConnector } from '../run/find-connector.ts';

/**
 * Changes the factor for the time between an account's scheduled syncs, counted from the last one, so that the current
 * wait changes as well. A running sync applies it when it ends; an account that waits for another reason is not
 * affected.
 */
export async function setThrottleFactor(
  { transaction, connectors, clock }: { transaction: Transaction; connectors: Connectors; clock: Clock },
  accountId: string,
  factor: number,
): Promise<{ before: number; nextSyncAt: Date | null }> {
  const account = await transaction
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new ApiError('account_not_found');
  await transaction
    .insertInto('sync_state')
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const state = await transaction
    .selectFrom('sync_state')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('sync_state')
    .set({ throttle_factor: factor, updated_at: sql`now()` })
    .where('account_id', '=', accountId)
    .execute();
  const waits =
    state.initialized_at !== null &&
    !state.running &&
    !state.sync_requested &&
    state.problem === null &&
    state.next_sync_at;
  if (!waits) return { before: state.throttle_factor, nextSyncAt: state.next_sync_at };
  const connector = await findConnector({ db: transaction, connectors }, accountId);
  const due = await connector.findNextSync(transaction, accountId, state.part_synced_at);
  const nextSyncAt = new Date(Math.max(due.getTime(), clock().getTime()));
  await transaction
    .updateTable('sync_state')
    .set({ next_sync_at: nextSyncAt })
    .where('account_id', '=', accountId)
    .execute();
  return { before: state.throttle_factor, nextSyncAt };
}
