import { sql } from 'kysely';

/**
 * Replies to a story. Instagram reports 0 for every story by accounts in Europe and Japan (Meta, "Instagram Media
 * Insights"), so a 0 is known only for accounts that have had replies. Null otherwise.
 */
export const knownReplies = sql<number | null>`case when media.replies > 0 or exists (
  select from media as other where other.account_id = media.account_id and other.replies > 0
) then media.replies end`;
