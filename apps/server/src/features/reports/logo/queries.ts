import type { Database } from '../../../database/database.ts';

/** Returns a user's logo as PNG; null without one. */
export async function findLogo(db: Database, userId: string): Promise<Buffer | null> {
  const row = await db.selectFrom('report_logo').select('image').where('user_id', '=', userId).executeTakeFirst();
  return row?.image ?? null;
}

export async function saveLogo(
  db: Database,
  userId: string,
  { image, now }: { image: Buffer; now: Date },
): Promise<void> {
  const values = { image, changed_at: now };
  await db
    .insertInto('report_logo')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

export async function removeLogo(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('report_logo').where('user_id', '=', userId).execute();
}
