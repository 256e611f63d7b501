import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';

/** Failed attempts after which a user has no picture. */
export const maxPictureAttempts = 5;
const firstPauseMinutes = 5;

export interface ProviderPicture {
  userId: string;
  /** The identity provider's URL. */
  address: string;
  /** Including this one. */
  attempts: number;
}

const isAtProvider = sql<boolean>`picture like 'http%'`;

/** Returns the picture that pages show: our own file, and nothing until the provider's has been copied. */
export function toOwnPicture(picture: string | null): string | null {
  return picture?.startsWith('http') ? null : picture;
}

/**
 * Claims the next picture to copy. The claim counts as an attempt, and the next is due after 5 minutes, then 10, 20 and
 * 40, so that a process which dies has claimed it for that long.
 */
export async function claimProviderPicture(db: Database, now: Date): Promise<ProviderPicture | null> {
  const row = await db
    .updateTable('app_user')
    .set({
      picture_attempts: sql<number>`picture_attempts + 1`,
      next_picture_attempt_at: sql<Date>`${now}::timestamptz + ${firstPauseMinutes}::int * interval '1 minute' * 2 ^ least(picture_attempts, 6)`,
    })
    .where('user_id', '=', ({ selectFrom }) =>
      selectFrom('app_user')
        .select('user_id')
        .where(isAtProvider)
        .where(({ eb, or }) =>
          or([eb('next_picture_attempt_at', 'is', null), eb('next_picture_attempt_at', '<=', now)]),
        )
        .orderBy('next_picture_attempt_at', (order) => order.asc().nullsFirst())
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id', 'picture', 'picture_attempts'])
    .executeTakeFirst();
  return row?.picture ? { userId: row.user_id, address: row.picture, attempts: row.picture_attempts } : null;
}

/** Replaces a provider's picture unless the user has chosen another meanwhile; returns whether it did. */
export async function replaceProviderPicture(
  db: Database,
  { userId, address }: ProviderPicture,
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
