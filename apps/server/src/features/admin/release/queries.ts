import type { Selectable } from 'kysely';
import type { Release } from '../../../clients/releases/latest-release.ts';
import type { Database } from '../../../database/database.ts';
import type { AdminTables } from '../../../database/tables/admin.ts';

const checkId = 1;

export function findReleaseCheck(db: Database): Promise<Selectable<AdminTables['release_check']> | undefined> {
  return db.selectFrom('release_check').selectAll().where('check_id', '=', checkId).executeTakeFirst();
}

/** Claims the due check for this process; false if another has it. Until `next`, no other process makes a check. */
export async function claimCheck(db: Database, { now, next }: { now: Date; next: Date }): Promise<boolean> {
  const claimed = await db
    .insertInto('release_check')
    .values({ check_id: checkId, next_check_at: next })
    .onConflict((conflict) =>
      conflict.column('check_id').doUpdateSet({ next_check_at: next }).where('release_check.next_check_at', '<=', now),
    )
    .returning('check_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Stores a check's answer. A withdrawn release is deleted. */
export async function storeRelease(
  db: Database,
  release: Release | null,
  { now, next }: { now: Date; next: Date },
): Promise<void> {
  await db
    .updateTable('release_check')
    .set({
      version: release?.version ?? null,
      url: release?.url ?? null,
      notes: release?.notes ?? null,
      published_at: release?.publishedAt ?? null,
      checked_at: now,
      failed_at: null,
      next_check_at: next,
    })
    .where('check_id', '=', checkId)
    .execute();
}

/** Records a failed check; results from earlier checks stay. */
export async function storeFailure(db: Database, now: Date): Promise<void> {
  await db.updateTable('release_check').set({ failed_at: now }).where('check_id', '=', checkId).execute();
}
