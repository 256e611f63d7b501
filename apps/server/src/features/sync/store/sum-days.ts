import { sql } from 'kysely';
import type { Transaction } from '../../../database/database.ts';

/**
 * Stores an account's days as the sums of its posts' interactions, from the oldest dated post to today, for networks that
 * report none. Days without interactions are zeros, also if there have never been any.
 */
export async function sumDays(
  transaction: Transaction,
  accountId: string,
  { today, fetchedAt }: { today: string; fetchedAt: Date },
): Promise<void> {
  await sql`insert into account_day (account_id, day, likes, comments, shares, interactions, complete, fetched_at)
    select ${accountId}, days.day::date, coalesce(sum(media_day.likes), 0), coalesce(sum(media_day.comments), 0),
      coalesce(sum(media_day.shares), 0), coalesce(sum(media_day.interactions), 0), days.day::date < ${today}::date,
      ${fetchedAt}
    from generate_series(
      least(
        (select min(day) from media_day where account_id = ${accountId}),
        (select min(published_day) from media
          where account_id = ${accountId} and type_metrics_fetched_at is not null))::timestamp,
      ${today}::timestamp, '1 day') as days (day)
    left join media_day on media_day.account_id = ${accountId} and media_day.day = days.day::date
    group by days.day
    on conflict (account_id, day) do update set likes = excluded.likes, comments = excluded.comments,
      shares = excluded.shares, interactions = excluded.interactions,
      complete = account_day.complete or excluded.complete, fetched_at = excluded.fetched_at`.execute(transaction);
}
