import { addDays, onlineDays, type TimedFormat } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { CountedPost } from '../formulas/results-at-48-hours.ts';

export interface StoredPost extends Omit<CountedPost, 'tags'> {
  account_id: string;
  media_id: string;
  /** Lower case, including the `#`. */
  hashtags: string[];
}

/** From this age on, measurements may surround the age 48 hours. */
const minMeasuredMinutes = 12 * 60;

/**
 * Lists posts by hour and weekday in a time zone, with their interactions so far and their measurements. Stories are
 * excluded.
 */
export async function listCountedPosts(
  db: Database,
  { accountIds }: AccountScope,
  { from, to, zone, format }: { from: Date; to: Date; zone: string; format: TimedFormat | null },
): Promise<StoredPost[]> {
  const { rows } = await sql<StoredPost>`
    select account_id, media_id, hashtags, weekday, hour, "publishedAt", format, total, coalesce(curve, '[]') as curve from (
      select extract(dow from published_at at time zone ${zone})::int as weekday,
        extract(hour from published_at at time zone ${zone})::int as hour,
        published_at as "publishedAt", account_id, media_id, lower(hashtags::text)::text[] as hashtags,
        json_build_object('value', interactions, 'ageMinutes',
          floor(extract(epoch from coalesce(insights_fetched_at, observed_at) - published_at) / 60)) as total,
        case when media_type = 'CAROUSEL_ALBUM' then 'carousel' when product_type = 'REELS' then 'reel' else 'static' end
          as format
      from media
      where account_id = any(${sql.val(accountIds)}::text[]) and product_type <> 'STORY' and interactions is not null
        and published_day >= ${from.toISOString().slice(0, 10)}::date - 1 and published_at >= ${from} and published_at <= ${to}
    ) as post left join (
      select account_id, media_id,
        json_agg(json_build_object('value', interactions, 'ageMinutes', age_minutes) order by age_minutes) as curve
      from media_measurement
      where account_id = any(${sql.val(accountIds)}::text[]) and measured_at >= ${from}
        and age_minutes >= ${minMeasuredMinutes} and interactions is not null
      group by account_id, media_id
    ) as measured using (account_id, media_id)
    where ${format}::text is null or format = ${format}
    order by "publishedAt"`.execute(db);
  return rows;
}

export interface OnlineHour {
  weekday: number;
  hour: number;
  followers: number;
}

/**
 * Averages the followers online in each weekly hour in `zone`, for all accounts together. Instagram reports the hours
 * by its own days, in `dayZone`. Converts each hour once for all accounts: that takes longer than averaging.
 */
export async function listOnlineHours(
  db: Database,
  { accountIds }: AccountScope,
  { fromDay, zone, dayZone }: { fromDay: string; zone: string; dayZone: string },
): Promise<OnlineHour[]> {
  const { rows } = await sql<OnlineHour>`
    select slot / 24 as weekday, slot % 24 as hour, sum(followers) as followers
    from (
      select account_id, slot, sum(followers)::float8 / count(*) as followers
      from (
        select account_id, unnest(hours) as followers, unnest(slots) as slot
        from online_followers as online
          join (
            select day::date, array_agg(extract(dow from at)::int * 24 + extract(hour from at)::int order by position) as slots
            from (
              select day, position, ((day + position * interval '1 hour') at time zone ${dayZone}) at time zone ${zone} as at
              from generate_series(${fromDay}::timestamp, ${addDays(fromDay, onlineDays)}, '1 day') as day,
                generate_series(0, 24) as position
            ) as hour group by 1
          ) as calendar on calendar.day = online.day
        where online.account_id = any(${sql.val(accountIds)}::text[]) and online.day >= ${fromDay}::date
      ) as reported
      where followers is not null
      group by 1, 2
    ) as of_account
    group by slot`.execute(db);
  return rows;
}

/** Counts days on which Instagram reported followers online. */
export async function countOnlineDays(db: Database, { accountIds }: AccountScope, fromDay: string): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select count(*)::int as days from online_followers
    where account_id = any(${sql.val(accountIds)}::text[]) and day >= ${fromDay}::date
      and array_remove(hours, null) <> '{}'`.execute(db);
  return rows[0]?.days ?? 0;
}
