import type { ConnectionCause } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { placeOf } from '../queries.ts';

/** Notes that every login is ended here; those that were before keep their moment. */
export async function endAllLogins(db: Database, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ broken_at: now, broken_reason: 'ended_here' satisfies ConnectionCause })
    .where(sql<boolean>`broken_reason is distinct from 'ended_here'`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Tokens of logins that were ended here and that Meta has not taken back yet: those still have scopes. */
export function listTokensToGiveBack(db: Database, after: string, most: number) {
  return db
    .selectFrom('meta_connection')
    .select(['user_id', 'token_sealed'])
    .where('broken_reason', '=', 'ended_here')
    .where(sql<boolean>`cardinality(scopes) > 0`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(most)
    .execute();
}

export async function countTokensToGiveBack(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('meta_connection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('broken_reason', '=', 'ended_here')
    .where(sql<boolean>`cardinality(scopes) > 0`)
    .executeTakeFirstOrThrow();
  return count;
}

export type TokenRow = Awaited<ReturnType<typeof listTokensToGiveBack>>[number];

/** Forgets a token that opens nothing any more; its row stays and says why. */
export async function emptyToken(db: Database, vault: Vault, { user_id, token_sealed }: TokenRow): Promise<void> {
  await db
    .updateTable('meta_connection')
    .set({ token_sealed: vault.seal('', placeOf(user_id)), scopes: [] })
    .where('user_id', '=', user_id)
    .where('token_sealed', '=', token_sealed)
    .execute();
}

export async function countConnections(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('meta_connection')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The same token under another seal; false when it is another token by now. */
export async function saveResealedToken(
  db: Database,
  vault: Vault,
  { user_id, token_sealed }: TokenRow,
  token: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('meta_connection')
    .set({ token_sealed: vault.seal(token, placeOf(user_id)) })
    .where('user_id', '=', user_id)
    .where('token_sealed', '=', token_sealed)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
