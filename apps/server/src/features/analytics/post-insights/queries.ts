import { mapNames } from '@tidemark/contract/map-names';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { toJsonObject } from '../../../database/json-object.ts';
import { type DeltaColumn, deltaColumns } from '../../../metrics/post-columns.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { RecommendationCell } from '../formulas/opportunities.ts';
import type { DeltaDay, MeasuredRow } from '../formulas/media-aggregate.ts';
import type { Period } from '../formulas/period.ts';
import { type PostZone, publishedBy, publishedWithin } from '../published-within.ts';

/** All media in a period, or those with these IDs. */
export type MediaIds = readonly string[] | null;

// Every table in a join is filtered by account: PostgreSQL does not infer the condition and would scan the other table.
const toAccountCondition = (table: RawBuilder<unknown>, { accountIds }: AccountScope) =>
  sql`${table}.account_id = any(${sql.val(accountIds)}::text[])`;
const among = (table: RawBuilder<unknown>, ids: MediaIds) =>
  ids === null ? sql`true` : sql`${table}.media_id = any(${sql.val(ids)}::text[])`;
const media = sql.ref('media');
const delta = sql.ref('delta');
const dayIn = (instant: RawBuilder<unknown>, zone: string) => sql`(${instant} at time zone ${zone})::date`;

const excluding = (posts: readonly PostOfAccount[]) =>
  posts.length === 0
    ? sql``
    : sql` and (delta.account_id, delta.media_id) not in (${sql.join(
        posts.map(({ account_id, media_id }) => sql`(${account_id}, ${media_id})`),
      )})`;

// Drops the row's longest values, needed only for pictures without a stored copy.
const whereNotCopied = (address: RawBuilder<unknown>) => sql`case when copy.key is null then ${address} end`;

/** Lists posts with their deltas in the period; without IDs, posts that were published or changed in it. */
export async function listMeasured(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { period: { from, to }, dayZone }: { period: Period; dayZone: string },
): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    select media.account_id, media.media_id, media.product_type, media.media_type, left(media.caption, 400) as caption,
      media.permalink, ${whereNotCopied(sql`media.media_url`)} as media_url,
      ${whereNotCopied(sql`media.thumbnail_url`)} as thumbnail_url, media.published_at, media.published_day, media.collaborators,
      ${dayIn(sql`media.first_observed_at`, dayZone)} as first_observed_day, ${dayIn(sql`media.observed_at`, dayZone)} as observed_day,
      coalesce(media.final_at, media.gone_at) is not null as is_final, media.insights_refusal is not null as is_refused,
      copy.key as thumbnail_key,
      ${sql.join(deltaColumns.map((name) => sql`case when media.${sql.ref(name)} is not null then coalesce(delta.${sql.ref(name)}, 0) end as ${sql.ref(name)}`))},
      media.profile_visits, media.link_clicks, media.activity_bio_link, media.activity_call, media.activity_direction,
      media.activity_email, media.activity_text, media.activity_other,
      media.taps_forward, media.taps_back, media.exits, media.swipes_forward
    from media
    left join (
      select account_id, media_id, ${sql.join(deltaColumns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from media_day as delta
      where ${toAccountCondition(delta, scope)} and ${among(delta, ids)} and day >= ${from} and day <= ${to}
      group by account_id, media_id
    ) as delta on delta.account_id = media.account_id and delta.media_id = media.media_id
    left join media_thumbnail as copy
      on copy.account_id = media.account_id and copy.media_id = media.media_id and copy.file is not null
        and ${toAccountCondition(sql.ref('copy'), scope)}
    where ${toAccountCondition(media, scope)} and ${among(media, ids)}
      and ${ids === null ? sql`(delta.media_id is not null or (media.published_day >= ${from} and media.published_day <= ${to}))` : sql`true`}`.execute(
    db,
  );
  return rows;
}

const isMissing = (name: string) => sql`${sql.ref(`media.${name}`)} is null`;

/**
 * Sums all posts' deltas by day; null where no post reported the metric. A metric that Instagram never reported for a
 * post must not count, so what such posts contributed is summed as well and subtracted. Only that joins `media`:
 * otherwise PostgreSQL compares each of an account's deltas with each such post.
 */
export async function listDeltaDays(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { period: { from, to }, excluded }: { period: Period; excluded: readonly PostOfAccount[] },
): Promise<DeltaDay[]> {
  const matches = sql`${toAccountCondition(delta, scope)} and ${among(delta, ids)}
    and delta.day >= ${from} and delta.day <= ${to}${excluding(excluded)}`;
  const [all, unreported] = await Promise.all([
    sql<DeltaDay & Record<DeltaColumn, number>>`
      select delta.day, count(*) as changed_posts, min(delta.media_id collate "C") as first_media,
        ${sql.join(deltaColumns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from media_day as delta where ${matches} group by delta.day`.execute(db),
    sql<UnreportedDay>`
      select delta.day, ${toJsonObject(
        deltaColumns,
        (name) => sql`json_build_object(
          'sum', coalesce(sum(delta.${sql.ref(name)}) filter (where ${isMissing(name)}), 0),
          'posts', count(*) filter (where ${isMissing(name)}))`,
      )} as metrics
      from media join media_day as delta on delta.account_id = media.account_id and delta.media_id = media.media_id
      where ${toAccountCondition(media, scope)} and ${matches} and (${sql.join(deltaColumns.map(isMissing), sql` or `)})
      group by delta.day`.execute(db),
  ]);
  const unreportedByDay = new Map(unreported.rows.map(({ day, metrics }) => [day, metrics]));
  return all.rows.map((row) => withoutUnreported(row, unreportedByDay.get(row.day)));
}

/** Posts' contribution to a day for metrics that Instagram never reported for them, and the number of such posts. */
interface UnreportedDay {
  day: string;
  metrics: Record<DeltaColumn, { sum: number; posts: number }>;
}

function withoutUnreported(
  row: DeltaDay & Record<DeltaColumn, number>,
  unreported: UnreportedDay['metrics'] | undefined,
): DeltaDay {
  if (!unreported) return row;
  const counts = mapNames(deltaColumns, (name) => {
    const { sum, posts } = unreported[name];
    return row.changed_posts > posts ? row[name] - sum : null;
  });
  return { ...row, ...counts };
}

export interface EarlierMedia {
  /** Posts published by the period's end, and whether each was synced in time to cover it all. */
  existed: number;
  complete: boolean;
  /** As above, or the account's posts were already synced before the period. */
  is_stored: boolean;
}

/** Counts posts at a period's end, by account. */
export async function listEarlier(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { period: { from, to }, dayZone }: { period: Period; dayZone: string },
): Promise<EarlierMedia[]> {
  const first = dayIn(sql`first_observed_at`, dayZone);
  const isComplete = sql`bool_and(case when published_day >= ${from} then ${first} <= ${to} else ${first} < ${from} end)`;
  const { rows } = await sql<EarlierMedia>`
    select count(*)::int as existed, ${isComplete} as complete, ${isComplete} or min(${first}) < ${from} as is_stored
    from media where ${toAccountCondition(media, scope)} and ${among(media, ids)} and published_day <= ${to}
    group by account_id`.execute(db);
  return rows;
}

export interface UnlistedPosts {
  /** Earlier posts first synced in the period or later: their earlier activity is on none of its days. */
  unobserved: number;
  /** Posts last synced before the period's end although they could still change. */
  outdated: number;
  /** Earlier posts that were still synced in the period or later. */
  alive: number;
}

/** Counts posts that may be missing from a period's totals because they have no deltas in it. */
export async function countUnlisted(
  db: Database,
  scope: AccountScope,
  { period: { from, to }, dayZone }: { period: Period; dayZone: string },
): Promise<UnlistedPosts> {
  const observed = dayIn(sql`observed_at`, dayZone);
  const hasEnded = sql`(final_at is not null or gone_at is not null or (product_type = 'STORY' and ${observed} > published_day + 1))`;
  const { rows } = await sql<UnlistedPosts>`
    select
      (count(*) filter (where published_day < ${from} and ${dayIn(sql`first_observed_at`, dayZone)} >= ${from}))::int as unobserved,
      (count(*) filter (where ${observed} < ${to} and not ${hasEnded}))::int as outdated,
      (count(*) filter (where published_day < ${from} and (${observed} >= ${from} or not ${hasEnded})))::int as alive
    from media where ${toAccountCondition(media, scope)} and published_day <= ${to}`.execute(db);
  return rows[0] ?? { unobserved: 0, outdated: 0, alive: 0 };
}

/** A collaboration stored for several accounts. */
export interface PostOfAccount {
  account_id: string;
  media_id: string;
}

/** Lists, for each collaboration between several accounts, all copies but one: the publisher's, if present. */
export async function listRepeated(db: Database, scope: AccountScope): Promise<PostOfAccount[]> {
  if (scope.accountIds.length < 2) return [];
  const { rows } = await sql<PostOfAccount>`
    select account_id, media_id
    from (
      select account_id, media_id, row_number() over (partition by media_id order by is_collaboration, account_id) as place
      from media
      where ${toAccountCondition(media, scope)}
        and media_id in (select media_id from media where ${toAccountCondition(media, scope)} and is_collaboration)
    ) as shared
    where place > 1`.execute(db);
  return rows;
}

/**
 * Lists posts that belong to the period by Instagram's days but are published after it in the time zone, by at most one
 * day.
 */
export async function listLater(
  db: Database,
  scope: AccountScope,
  period: Period,
  zone: PostZone,
): Promise<PostOfAccount[]> {
  if (zone === null) return [];
  const { rows } = await sql<PostOfAccount>`
    select account_id, media_id from media
    where ${toAccountCondition(media, scope)} and published_day = ${period.to} and not ${publishedBy(period, zone)}`.execute(
    db,
  );
  return rows;
}

/** Sums lifetime totals by media type and weekday published in a time zone, for media with reported metrics. */
export async function listAdviceCells(
  db: Database,
  scope: AccountScope,
  about: { ids: readonly string[] } | Period,
  zone: PostZone,
): Promise<RecommendationCell[]> {
  const day = zone === null ? sql`published_day` : dayIn(sql`published_at`, zone);
  const which = 'ids' in about ? among(media, about.ids) : publishedWithin(about, zone);
  const { rows } = await sql<RecommendationCell>`
    select case product_type when 'STORY' then 'story' when 'REELS' then 'reel' else 'post' end as kind,
      extract(dow from ${day})::int as weekday, count(*)::int as media, sum(greatest(reach, 0))::float8 as reach,
      sum(greatest(interactions, 0))::float8 as interactions, sum(greatest(interactions, 0)::float8 ^ 2) as squares,
      sum(ln(1 + greatest(reach, 0)::float8)) as "reachLogs", sum(ln(1 + greatest(reach, 0)::float8) ^ 2) as "reachLogSquares",
      sum(ln(1 + greatest(interactions, 0)::float8)) as "interactionLogs",
      sum(ln(1 + greatest(interactions, 0)::float8) ^ 2) as "interactionLogSquares"
    from media
    where ${toAccountCondition(media, scope)} and ${which} and reach is not null and interactions is not null
    group by 1, 2`.execute(db);
  return rows;
}

export async function countKnown(db: Database, scope: AccountScope, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count(distinct media_id)::int as known from media where ${toAccountCondition(media, scope)} and ${among(media, ids)}`.execute(
    db,
  );
  return rows[0]?.known ?? 0;
}
