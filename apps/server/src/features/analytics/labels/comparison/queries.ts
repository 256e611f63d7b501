import { comparedAgeDays, LabelMetric } from '@tidemark/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../database/database.ts';
import type { AccountScope } from '../../../accounts/index.ts';
import type { AgedValue } from '../../formulas/life-curve.ts';
import { toMediaKey } from '../../formulas/media-key.ts';

export interface FoundPost {
  account_id: string;
  media_id: string;
  format: string;
  published_at: Date;
  /** One per metric that labels can be compared by, in the same order. */
  values: (number | null)[];
  ruleIds: string[];
}

const rate = sql`case when reach > 0 and interactions is not null then interactions * 100.0::float8 / reach end`;
const values: Record<LabelMetric, RawBuilder<unknown>> = {
  total_interactions: sql`interactions`,
  reach: sql`reach`,
  views: sql`views`,
  likes: sql`likes`,
  comments: sql`comments`,
  saved: sql`saved`,
  shares: sql`shares`,
  engagement_rate: rate,
};

interface Posts {
  published: RawBuilder<boolean>;
  ruleIds: RawBuilder<string[]>;
}

/**
 * Lists posts in a range with the account's own metrics that were at least seven days old at the last sync, a day for
 * stories, with the labels whose rule they meet.
 */
export async function listOldEnough(
  db: Database,
  { accountIds }: AccountScope,
  { published, ruleIds }: Posts,
): Promise<FoundPost[]> {
  const { rows } = await sql<FoundPost>`
    select account_id, media_id, published_at, ${ruleIds} as "ruleIds",
      array[${sql.join(LabelMetric.options.map((each) => values[each]))}]::float8[] as values,
      case when product_type = 'STORY' then 'story' when media_type = 'CAROUSEL_ALBUM' then 'carousel'
        when product_type = 'REELS' then 'reel' else 'static' end as format
    from media
    where account_id = any(${sql.val(accountIds)}::text[]) and ${published}
      and not is_collaboration and insights_refusal is null
      and coalesce(insights_fetched_at, observed_at) - published_at
        >= make_interval(days => case when product_type = 'STORY' then 1 else ${comparedAgeDays}::int end)
    order by published_at, media_id`.execute(db);
  return rows;
}

/** Lists measurements around the compared age, by `toMediaKey`; only for posts that were young after the first sync. */
export async function listMeasuredAround(
  db: Database,
  { accountIds }: AccountScope,
  { metric, since }: { metric: LabelMetric; since: Date },
): Promise<Map<string, AgedValue[]>> {
  const minutes = comparedAgeDays * 24 * 60;
  const { rows } = await sql<AgedValue & { account_id: string; media_id: string }>`
    select account_id, media_id, age_minutes as "ageMinutes", (${values[metric]})::float8 as value
    from media_measurement
    where account_id = any(${sql.val(accountIds)}::text[]) and measured_at >= ${since}
      and age_minutes > ${Math.round(minutes / 2)} and age_minutes < ${minutes * 2} and (${values[metric]}) is not null
    order by age_minutes`.execute(db);
  return Map.groupBy(rows, toMediaKey);
}

/** Lists posts at any age, stories included, with the labels whose rule they meet. */
export async function listPublished(
  db: Database,
  { accountIds }: AccountScope,
  { published, ruleIds }: Posts,
): Promise<Pick<FoundPost, 'account_id' | 'media_id' | 'ruleIds'>[]> {
  const { rows } = await sql<Pick<FoundPost, 'account_id' | 'media_id' | 'ruleIds'>>`
    select account_id, media_id, ${ruleIds} as "ruleIds" from media
    where account_id = any(${sql.val(accountIds)}::text[]) and ${published}`.execute(db);
  return rows;
}
