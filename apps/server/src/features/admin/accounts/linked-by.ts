import type { AdminAccount } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';

const maxUsersPerAccount = 20;

/** Lists the users who have linked each account, earliest link first. */
export async function listLinkedBy(
  db: Database,
  accountIds: readonly string[],
): Promise<Map<string, AdminAccount['linkedBy']>> {
  const found = new Map<string, AdminAccount['linkedBy']>();
  if (accountIds.length === 0) return found;
  const ranked = db
    .selectFrom('account_ref')
    .select(['account_id', 'user_id', 'linked_at', 'access_lost_at'])
    .select(sql<number>`row_number() over (partition by account_id order by linked_at, user_id)`.as('position'))
    .where('account_id', 'in', accountIds)
    .as('ranked');
  const rows = await db
    .selectFrom(ranked)
    .innerJoin('app_user', 'app_user.user_id', 'ranked.user_id')
    .select(['ranked.account_id', 'ranked.user_id', 'ranked.access_lost_at', 'app_user.name', 'app_user.email'])
    .where('ranked.position', '<=', maxUsersPerAccount)
    .orderBy('ranked.account_id')
    .orderBy('ranked.position')
    .execute();
  for (const { account_id, user_id: userId, name, email, access_lost_at } of rows) {
    const users = found.get(account_id) ?? [];
    found.set(account_id, [...users, { userId, name, email, lostSince: access_lost_at?.toISOString() ?? null }]);
  }
  return found;
}
