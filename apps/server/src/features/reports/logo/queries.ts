import type { Database } from '../../../database/database.ts';

export interface Brand {
  /** PNG. */
  logo: Buffer | null;
  /** `#rrggbb`. */
  color: string | null;
}

/** Returns what a user's reports show; a logo only if the report does. */
export async function findBrand(db: Database, userId: string, { showsLogo }: { showsLogo: boolean }): Promise<Brand> {
  const row = await db
    .selectFrom('report_logo')
    .select(['image', 'color'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { logo: (showsLogo && row?.image) || null, color: row?.color ?? null };
}

/** Changes the logo or the color. */
export async function saveBrand(
  db: Database,
  userId: string,
  { now, ...change }: { now: Date } & ({ image: Buffer | null } | { color: string | null }),
): Promise<void> {
  const values = { ...change, changed_at: now };
  await db
    .insertInto('report_logo')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
