import { type Selectable, sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { AuthTables } from '../../database/tables/auth.ts';
import { dueRows } from '../../platform/work/due-rows.ts';

/** Failed attempts after which a user has no picture. */
export const maxPictureAttempts = 5;
const minute = 60_000;

/** Returns the picture that pages show: our own file, and nothing until the provider's has been copied. */
export function toOwnPicture(picture: string | null): string | null {
  return picture?.startsWith('http') ? null : picture;
}

/** Users whose picture is still at their identity provider. What fails is tried again after 5, 10, 20 and 40 minutes. */
export const providerPictures = dueRows({
  table: 'app_user',
  key: 'user_id',
  due: 'next_picture_attempt_at',
  dueAt: sql<Date>`coalesce(next_picture_attempt_at, created_at)`,
  attempts: 'picture_attempts',
  waits: sql`picture like 'http%'`,
  claimMillis: 5 * minute,
  retry: { first: 5 * minute },
});

export type PicturedUser = Selectable<AuthTables['app_user']>;

/** Replaces a provider's picture unless the user has chosen another meanwhile; returns whether it did. */
export async function replaceProviderPicture(
  db: Database,
  { user_id: userId, picture: address }: Pick<PicturedUser, 'user_id' | 'picture'>,
  picture: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ picture, picture_attempts: 0, next_picture_attempt_at: null })
    .where('user_id', '=', userId)
    .where('picture', '=', address)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
