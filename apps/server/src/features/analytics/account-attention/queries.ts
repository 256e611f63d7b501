import { addDays } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { Posting } from '../formulas/pause.ts';

/** Half a year: long enough for a pace, and short enough that it is today's. */
const paceDays = 182;
const longestPause = 365;

/** Finds each account's newest post before a day's end, and how many it published in the half year up to it. */
export async function listPosting(
  db: Database,
  { accountIds }: AccountScope,
  day: string,
): Promise<Map<string, Posting & { newest: string }>> {
  const { rows } = await sql<Posting & { account_id: string; newest: string }>`
    select account_id, newest, count(*)::int as posts, newest - min(published_day) + 1 as span
    from (
      select account_id, published_day, max(published_day) over (partition by account_id) as newest
      from media
      where account_id = any(${sql.val(accountIds)}::text[]) and product_type <> 'STORY'
        and published_day > ${addDays(day, -(longestPause + paceDays))} and published_day <= ${day}
    ) as post
    where published_day > newest - ${sql.lit(paceDays)}
    group by account_id, newest`.execute(db);
  return new Map(rows.map(({ account_id, ...posting }) => [account_id, posting]));
}
