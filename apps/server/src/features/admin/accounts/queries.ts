import type { AccountSort, AdminAccount, SortOrder } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toAvatar } from '../../accounts/index.ts';
import { matchesSearch } from '../search.ts';
import { listLinkedBy } from './linked-by.ts';
import { countedSince, dailyFigures, fullDaysSince } from './rules.ts';

export interface AccountPage {
  page: number;
  pageSize: number;
  sort: AccountSort;
  order: SortOrder;
  search: string;
}

/** Lists one page of accounts, searched and sorted in the database; metrics are computed for this page only. */
export async function listAccountRows(
  db: Database,
  request: AccountPage,
  now: Date,
): Promise<{ rows: AdminAccount[]; total: number }> {
  const [page, { total }] = await Promise.all([findPage(db, request, now), countAccounts(db, request.search)]);
  const ids = page.map(({ account_id }) => account_id);
  const [calls, linkedBy] = await Promise.all([countCalls(db, ids, now), listLinkedBy(db, ids)]);
  return {
    total,
    rows: page.map((row) => ({
      ...toAccount(row, calls.get(row.account_id), now),
      linkedBy: linkedBy.get(row.account_id) ?? [],
    })),
  };
}

function findPage(db: Database, { page, pageSize, sort, order, search }: AccountPage, now: Date) {
  const since = countedSince(now);
  const byCalls = sort === 'lastHour' || sort === 'lastDay';
  const name = sql<string>`coalesce(account.name, account.username)`;
  const sortedBy = {
    accountName: sql`lower(${name})`,
    lastHour: sql`coalesce(recent.calls, 0)`,
    lastDay: sql`coalesce(recent.calls, 0)`,
    throttle: sql`coalesce(sync_state.throttle_factor, 1)`,
  }[sort];
  return db
    .selectFrom('account')
    .leftJoin('sync_state', 'sync_state.account_id', 'account.account_id')
    .$if(byCalls, (query) =>
      query.leftJoin(
        (inner) =>
          inner
            .selectFrom('api_call_hour')
            .select('account_id')
            .select(({ fn }) => fn.sum<number>('calls').as('calls'))
            .where('hour', '>=', sort === 'lastHour' ? since.hour : since.day)
            .groupBy('account_id')
            .as('recent'),
        (join) => join.onRef('recent.account_id', '=', 'account.account_id'),
      ),
    )
    .select(['account.account_id', 'account.type', 'account.picture', 'account.avatar_file', 'account.created_at'])
    .select(name.as('account_name'))
    .select(['sync_state.throttle_factor', 'sync_state.last_sync_at', 'sync_state.next_sync_at'])
    .where(matchesSearch('account.search', search))
    .orderBy(sortedBy, order)
    .orderBy('account.account_id', order)
    .limit(pageSize)
    .offset(page * pageSize)
    .execute();
}

type PageRow = Awaited<ReturnType<typeof findPage>>[number];

function countAccounts(db: Database, search: string): Promise<{ total: number }> {
  return db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matchesSearch('account.search', search))
    .executeTakeFirstOrThrow();
}

interface Calls {
  lastHour: number;
  lastDay: number;
  days: { day: Date; calls: number }[];
}

async function countCalls(db: Database, accountIds: string[], now: Date): Promise<Map<string, Calls>> {
  const found = new Map<string, Calls>();
  if (accountIds.length === 0) return found;
  const since = countedSince(now);
  const day = sql<Date>`date_trunc('day', hour, 'UTC')`;
  const [days, recent] = await Promise.all([
    db
      .selectFrom('api_call_hour')
      .select(['account_id', day.as('day')])
      .select(({ fn }) => fn.sum<number>('calls').as('calls'))
      .where('account_id', 'in', accountIds)
      .where('hour', '>=', since.fullDays)
      .where('hour', '<', since.today)
      .groupBy(['account_id', day])
      .execute(),
    db
      .selectFrom('api_call_hour')
      .select('account_id')
      .select(({ fn }) => fn.sum<number>('calls').as('lastDay'))
      .select(sql<number>`coalesce(sum(calls) filter (where hour >= ${since.hour}), 0)`.as('lastHour'))
      .where('account_id', 'in', accountIds)
      .where('hour', '>=', since.day)
      .groupBy('account_id')
      .execute(),
  ]);
  const of = (accountId: string) => {
    const calls = found.get(accountId) ?? { lastHour: 0, lastDay: 0, days: [] };
    found.set(accountId, calls);
    return calls;
  };
  for (const { account_id, ...one } of days) of(account_id).days.push(one);
  for (const { account_id, lastDay, lastHour } of recent) Object.assign(of(account_id), { lastDay, lastHour });
  return found;
}

function toAccount(row: PageRow, calls: Calls | undefined, now: Date): Omit<AdminAccount, 'linkedBy'> {
  const fullDays = (calls?.days ?? []).filter(({ day }) => day > row.created_at);
  return {
    id: row.account_id,
    accountName: row.account_name,
    avatarUrl: toAvatar(row),
    platform: row.type,
    lastHour: calls?.lastHour ?? 0,
    lastDay: calls?.lastDay ?? 0,
    ...dailyFigures(
      fullDays.map((one) => one.calls),
      fullDaysSince(row.created_at, now),
    ),
    throttle: row.throttle_factor ?? 1,
    lastSyncAt: row.last_sync_at?.toISOString() ?? null,
    nextSyncAt: row.next_sync_at?.toISOString() ?? null,
  };
}
