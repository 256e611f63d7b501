import { sql } from 'kysely';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { nextSyncOf } from './rhythm.ts';

/**
 * Stretches the time between an account's scheduled syncs by a factor, from its last reading on: also the wait that has
 * begun gets longer or shorter. One that runs keeps to it when it ends; one that waits for a reason goes on waiting.
 */
export async function setThrottleFactor(
  { transaction, instagram, clock }: { transaction: Transaction; instagram: InstagramGraph; clock: Clock },
  accountId: string,
  factor: number,
): Promise<{ before: number; nextSyncAt: Date | null }> {
  const account = await transaction
    .selectFrom('account')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw new Failure('account_not_found');
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
    state.initialized_at !== null && !state.running && !state.wanted && state.problem === null && state.next_sync_at;
  if (!waits) return { before: state.throttle_factor, nextSyncAt: state.next_sync_at };
  const due = await nextSyncOf({ db: transaction, instagram, clock }, state, state.read_at);
  const nextSyncAt = new Date(Math.max(due.getTime(), clock().getTime()));
  await transaction
    .updateTable('sync_state')
    .set({ next_sync_at: nextSyncAt })
    .where('account_id', '=', accountId)
    .execute();
  return { before: state.throttle_factor, nextSyncAt };
}
