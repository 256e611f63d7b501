import type { Transaction } from '../../../database/database.ts';
import { scaleDays, type MediaDelta, type TotalFall } from './media-rows.ts';

/**
 * Reduces earlier days after the network has lowered a lifetime total by more than people can have undone. This is not
 * the current day's activity: the days that were counted too high are reduced in proportion and marked.
 */
export async function reduceEarlierDays(
  transaction: Transaction,
  accountId: string,
  falls: readonly TotalFall[],
): Promise<void> {
  for (const { mediaId, figure, from, to } of falls) {
    const rows = await transaction
      .selectFrom('media_day')
      .select(['day', `${figure} as value`])
      .where('account_id', '=', accountId)
      .where('media_id', '=', mediaId)
      .orderBy('day')
      .execute();
    const scaled = scaleDays(
      rows.map(({ value }) => value),
      { from, to },
    );
    for (const [index, { day, value }] of rows.entries()) {
      const changed = scaled[index] ?? value;
      if (changed === value) continue;
      const columns: Partial<MediaDelta> = { [figure]: changed };
      await transaction
        .updateTable('media_day')
        .set({ ...columns, corrected: true })
        .where('account_id', '=', accountId)
        .where('media_id', '=', mediaId)
        .where('day', '=', day)
        .execute();
    }
  }
}
