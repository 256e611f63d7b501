import { sql } from 'kysely';
import type { Database } from '../apps/server/src/database/database.ts';

/** One account of this person with made-up posts, one after the other up to yesterday; returns its id. */
export async function fillMedia(
  db: Database,
  userId: string,
  { posts, days, accountId = 'bench-media' }: { posts: number; days: number; accountId?: string },
): Promise<string> {
  await sql`insert into account (account_id, type, username, earliest_day)
    values (${accountId}, 'instagram_account', ${accountId}, current_date - ${days}::int)
    on conflict (account_id) do update set earliest_day = excluded.earliest_day`.execute(db);
  await sql`insert into account_ref (user_id, account_id, type) values (${userId}::uuid, ${accountId}, 'instagram_account')
    on conflict do nothing`.execute(db);
  const long = 'A long caption that goes on about the weather and the sea. '.repeat(30);
  await sql`
    insert into media (account_id, media_id, product_type, media_type, caption, search_text, published_at, published_day,
      hashtags, mentions, collaborators, first_observed_at, observed_at,
      reach, views, likes, comments, saved, shares, interactions, follows, profile_visits, activity_email)
    select ${accountId}, ${accountId}::text || '-' || number,
      (array['FEED', 'REELS', 'FEED', 'STORY'])[1 + number % 4], (array['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM', 'IMAGE'])[1 + number % 4],
      case when number % 5 = 0 then ${long} else 'Post ' || number end, 'post ' || number,
      at, at::date, '{}', '{}', '{}', at, now(),
      200 + (number * 7919) % 5003, 300 + (number * 7919) % 9001, (number * 31) % 401, number % 37, number % 23, number % 19,
      (number * 31) % 401 + number % 37 + number % 23 + number % 19, number % 7, number % 11, number % 3
    from (
      select number, date_trunc('day', now()) - interval '1 day' - number * (${days}::int - 1) * interval '1 day' / ${posts}::int as at
      from generate_series(0, ${posts}::int - 1) as number
    ) as made`.execute(db);
  await sql`
    insert into media_day (account_id, day, media_id, reach, views, likes, comments, saved, shares, interactions, follows)
    select account_id, published_day + back, media_id, reach / 5, views / 5, likes / 5, comments / 5, saved / 5, shares / 5,
      interactions / 5, follows / 5
    from media cross join generate_series(0, 4) as back
    where account_id = ${accountId} and published_day + back < current_date`.execute(db);
  await sql`vacuum (analyze) media`.execute(db);
  await sql`vacuum (analyze) media_day`.execute(db);
  return accountId;
}
