import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';
import { hasDelta, type MediaDelta, type TotalFall } from './media-rows.ts';
import { reduceEarlierDays } from './reduce-earlier-days.ts';

export interface StoredDelta {
  mediaId: string;
  day: string;
  delta: MediaDelta;
  /** Totals that fell too far within one day. */
  falls?: TotalFall[];
  /** Activity before the item's first sync. */
  beforeFirstSync: boolean;
}

/** Adds deltas to their days. */
export async function storeDeltas(transaction: Transaction, accountId: string, deltas: StoredDelta[]): Promise<void> {
  await reduceEarlierDays(
    transaction,
    accountId,
    deltas.flatMap(({ falls = [] }) => falls),
  );
  const real = deltas.filter(({ delta }) => hasDelta(delta));
  const [first] = real;
  if (!first) return;
  await transaction
    .insertInto('media_day')
    .values(
      real.map(({ mediaId, day, delta, beforeFirstSync }) => ({
        account_id: accountId,
        day,
        media_id: mediaId,
        ...delta,
        before_first_observation: beforeFirstSync,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'media_id'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(
            deltaColumns(first.delta).map((name) => [
              name,
              sql`${ref(`media_day.${name}`)} + ${ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    )
    .execute();
}

function deltaColumns(delta: MediaDelta): (keyof MediaDelta)[] {
  return Object.keys(delta) as (keyof MediaDelta)[]; // a delta has no other keys
}
