import type { NewView, SavedView } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';

const viewColumns = ['view_id as id', 'name', 'path', 'search'] as const;

export function listViews(db: Database, userId: string): Promise<SavedView[]> {
  return db
    .selectFrom('saved_view')
    .select(viewColumns)
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** Stores a view, in place of the user's one with the same name; returns undefined at the limit. */
export async function storeView(
  db: Database,
  { name, path, search }: NewView,
  { userId, now, max }: { userId: string; now: Date; max: number },
): Promise<SavedView | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const replaced = await transaction
      .updateTable('saved_view')
      .set({ name, path, search })
      .where('user_id', '=', userId)
      .where(sql`lower(name)`, '=', sql`lower(${name})`)
      .returning(viewColumns)
      .executeTakeFirst();
    if (replaced) return replaced;
    const { count } = await transaction
      .selectFrom('saved_view')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= max) return undefined;
    return transaction
      .insertInto('saved_view')
      .values({ user_id: userId, name, path, search, created_at: now })
      .returning(viewColumns)
      .executeTakeFirstOrThrow();
  });
}

/** Deletes a view; returns whether the user had it. */
export async function removeView(db: Database, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_view')
    .where('view_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
