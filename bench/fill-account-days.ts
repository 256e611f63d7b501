import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database/database.ts';

const figures = [
  'followers', 'follows', 'unfollows',
  'reach', 'reach_follower', 'reach_non_follower', 'reach_post', 'reach_reel', 'reach_story', 'reach_carousel', 'reach_other',
  'views', 'views_follower', 'views_non_follower', 'views_post', 'views_reel', 'views_story', 'views_carousel', 'views_other',
  'interactions', 'interactions_post', 'interactions_reel', 'interactions_story', 'interactions_carousel', 'interactions_other',
  'likes', 'comments', 'saves', 'shares', 'replies', 'reposts', 'engaged', 'profile_links_taps',
]; // prettier-ignore

/** Accounts of this person with made-up figures for each of the days up to yesterday; returns their ids. */
export async function fillAccountDays(
  db: Database,
  userId: string,
  { accounts, days }: { accounts: number; days: number },
): Promise<string[]> {
  const ids = sql`(select number, 'bench' || to_char(number, 'FM000') as account_id from generate_series(1, ${accounts}::int) as number) as made`;
  await sql`insert into account (account_id, type, username) select account_id, 'instagram_account', account_id from ${ids}`.execute(
    db,
  );
  await sql`insert into account_ref (user_id, account_id, type) select ${userId}::uuid, account_id, 'instagram_account' from ${ids}`.execute(
    db,
  );
  const columns = sql.join(figures.map((figure) => sql.ref(figure)));
  const values = sql.join(
    figures.map((_, index) => sql`1 + (number * 7919 + back * 104729 + ${sql.lit(index)} * 31) % 5003`),
  );
  await sql`
    insert into account_day (account_id, day, ${columns}, complete, fetched_at)
    select account_id, current_date - back, ${values}, true, now()
    from generate_series(1, ${days}::int) as back cross join ${ids}`.execute(db);
  await sql`
    insert into account_window (account_id, end_day, days, reach, engaged, fetched_at)
    select account_id, current_date - 1, length, 9000, 700, now()
    from ${ids} cross join unnest(array[7, 14, 28, 30]) as length`.execute(db);
  await sql`vacuum (analyze) account_day`.execute(db);
  const { rows } = await sql<{ account_id: string }>`select account_id from ${ids} order by 1`.execute(db);
  return rows.map((row) => row.account_id);
}
