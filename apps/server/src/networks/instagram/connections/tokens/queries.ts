import type { ConnectionCause } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { toInstagramAssociatedData } from '../instagram/queries.ts';
import { toAssociatedData } from '../queries.ts';

/** Ends every login; logins already ended keep their time. */
export async function endAllLogins(db: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ broken_at: now, broken_reason: 'ended_here' satisfies ConnectionCause })
    .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Ends every login at Instagram and deletes its token, because Instagram documents no way to revoke one: a new app
 * secret does.
 */
export async function endAllInstagramLogins(db: Database, vault: Vault, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('instagram_login')
    .select('login_id')
    .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
    .execute();
  for (const { login_id } of rows)
    await db
      .updateTable('instagram_login')
      .set({
        broken_at: now,
        broken_reason: 'ended_here' satisfies ConnectionCause,
        token_encrypted: vault.encrypt('', toInstagramAssociatedData(login_id)),
      })
      .where('login_id', '=', login_id)
      .execute();
  return rows.length;
}

/** Lists ended logins' tokens that Meta has not revoked yet; such logins still have scopes. */
export function listPendingRevocations(db: Database, after: string, most: number) {
  return db
    .selectFrom('meta_connection')
    .select(['user_id', 'token_encrypted'])
    .where('broken_reason', '=', 'ended_here')
    .where(sql<boolean>`cardinality(scopes) > 0`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(most)
    .execute();
}

export async function countPendingRevocations(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('meta_connection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('broken_reason', '=', 'ended_here')
    .where(sql<boolean>`cardinality(scopes) > 0`)
    .executeTakeFirstOrThrow();
  return count;
}

export type TokenRow = Awaited<ReturnType<typeof listPendingRevocations>>[number];

/** Deletes a useless token; the row and its reason stay. */
export async function emptyToken(db: Database, vault: Vault, { user_id, token_encrypted }: TokenRow): Promise<void> {
  await db
    .updateTable('meta_connection')
    .set({ token_encrypted: vault.encrypt('', toAssociatedData(user_id)), scopes: [] })
    .where('user_id', '=', user_id)
    .where('token_encrypted', '=', token_encrypted)
    .execute();
}

export async function countConnections(db: Database): Promise<number> {
  const [atMeta, atInstagram] = await Promise.all(
    (['meta_connection', 'instagram_login'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  );
  return (atMeta?.count ?? 0) + (atInstagram?.count ?? 0);
}
