import type { AdminUser, Role, SortOrder, UserSort } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toOwnPicture } from '../../auth/index.ts';
import { listUnconfirmedEmails } from '../../credentials/index.ts';
import { matchesSearch } from '../search.ts';

export interface UserPage {
  page: number;
  pageSize: number;
  sort: UserSort;
  order: SortOrder;
  search: string;
  role: Role | null;
}

const sortedBy = {
  name: sql`lower(app_user.name)`,
  email: sql`lower(app_user.email)`,
  lastLogin: sql`app_user.last_seen_at`,
  memberSince: sql`app_user.created_at`,
} satisfies Record<UserSort, unknown>;

/**
 * Lists one page of users, searched and sorted in the database; users without activity sort last when the newest come
 * first.
 */
export async function listUserRows(
  db: Database,
  { isBuiltIn, ...request }: UserPage & { isBuiltIn: boolean },
): Promise<{ users: AdminUser[]; total: number }> {
  const [rows, { total }] = await Promise.all([findPage(db, request), countUsers(db, request)]);
  const userIds = rows.map(({ user_id }) => user_id);
  const unconfirmed = isBuiltIn ? await listUnconfirmedEmails(db, userIds) : null;
  return { users: rows.map((row) => toUser(row, unconfirmed?.get(row.user_id) ?? null)), total };
}

function findPage(db: Database, request: UserPage) {
  const { page, pageSize, sort, order } = request;
  const ids = matching(db, request)
    .select('app_user.user_id')
    // Null ordering matches the index, so that it can be scanned in both directions.
    .orderBy(sortedBy[sort], (by) => (order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()))
    .orderBy('app_user.user_id', order)
    .limit(pageSize)
    .offset(page * pageSize);
  return db
    .selectFrom(ids.as('found'))
    .innerJoin('app_user', 'app_user.user_id', 'found.user_id')
    .leftJoin('subscription', 'subscription.user_id', 'app_user.user_id')
    .innerJoin('plan', (join) =>
      join.on('plan.plan_id', '=', ({ fn, ref, val }) => fn.coalesce(ref('subscription.plan_id'), val('free'))),
    )
    .select(['app_user.user_id', 'app_user.name', 'app_user.email', 'app_user.picture', 'app_user.role'])
    .select(['app_user.disabled_at', 'app_user.last_seen_at', 'app_user.created_at'])
    .select(['subscription.status', 'subscription.current_period_end', 'plan.plan_id', 'plan.name as plan_name'])
    .orderBy(sortedBy[sort], (by) => (order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast()))
    .orderBy('app_user.user_id', order)
    .execute();
}

function matching(db: Database, { search, role }: Pick<UserPage, 'search' | 'role'>) {
  return db
    .selectFrom('app_user')
    .where(matchesSearch('app_user.search', search))
    .$if(role !== null, (query) => query.where('app_user.role', '=', role ?? 'user'));
}

function countUsers(db: Database, request: UserPage): Promise<{ total: number }> {
  return matching(db, request)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
}

function toUser(row: Awaited<ReturnType<typeof findPage>>[number], unconfirmedEmail: string | null): AdminUser {
  return {
    id: row.user_id,
    name: row.name,
    email: row.email,
    unconfirmedEmail,
    picture: toOwnPicture(row.picture),
    role: row.role,
    accountStatus: row.disabled_at === null ? 'active' : 'disabled',
    lastLogin: row.last_seen_at?.toISOString() ?? null,
    memberSince: row.created_at.toISOString(),
    plan: { id: row.plan_id, name: row.plan_name },
    subscriptionStatus: row.status ?? 'free',
    currentPeriodEnd: row.current_period_end?.toISOString() ?? null,
  };
}
