import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { AdviceCell } from '../formulas/opportunities.ts';
import type { GainDay, MeasuredRow } from '../formulas/media-aggregate.ts';
import type { Period } from '../period.ts';

/** All media of a period, or those with these ids. */
export type MediaIds = readonly string[] | null;

const gained = ['reach', 'views', 'likes', 'comments', 'saved', 'shares', 'interactions', 'follows'] as const;

// Each table of a join says of which accounts: PostgreSQL does not conclude it, and would read the whole of the other one.
const ofAccounts = (table: RawBuilder<unknown>, { accountIds }: AccountScope) =>
  sql`${table}.account_id = any(${sql.val(accountIds)}::text[])`;
const among = (table: RawBuilder<unknown>, ids: MediaIds) =>
  ids === null ? sql`true` : sql`${table}.media_id = any(${sql.val(ids)}::text[])`;
const media = sql.ref('media');
const gain = sql.ref('gain');

// The longest texts of a row, of use only to a picture that we have no copy of.
const whereNotCopied = (address: RawBuilder<unknown>) => sql`case when copy.key is null then ${address} end`;

/** Each media with what it gained in the period; without ids, what was published in it or gained anything. */
export async function listMeasured(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { from, to }: Period,
): Promise<MeasuredRow[]> {
  const { rows } = await sql<MeasuredRow>`
    select media.account_id, media.media_id, media.product_type, media.media_type, left(media.caption, 400) as caption,
      media.permalink, ${whereNotCopied(sql`media.media_url`)} as media_url,
      ${whereNotCopied(sql`media.thumbnail_url`)} as thumbnail_url, media.published_at, media.published_day,
      (media.first_observed_at at time zone 'UTC')::date as first_observed_day,
      (media.observed_at at time zone 'UTC')::date as observed_day, copy.key as thumbnail_key,
      ${sql.join(gained.map((name) => sql`case when media.${sql.ref(name)} is not null then coalesce(gain.${sql.ref(name)}, 0) end as ${sql.ref(name)}`))},
      media.profile_visits, media.link_clicks, media.activity_bio_link, media.activity_call, media.activity_direction,
      media.activity_email, media.activity_text, media.activity_other,
      media.taps_forward, media.taps_back, media.exits, media.swipes_forward
    from media
    left join (
      select account_id, media_id, ${sql.join(gained.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from media_day as gain
      where ${ofAccounts(gain, scope)} and ${among(gain, ids)} and day >= ${from} and day <= ${to}
      group by account_id, media_id
    ) as gain on gain.account_id = media.account_id and gain.media_id = media.media_id
    left join media_thumbnail as copy
      on copy.account_id = media.account_id and copy.media_id = media.media_id and copy.file is not null
        and ${ofAccounts(sql.ref('copy'), scope)}
    where ${ofAccounts(media, scope)} and ${among(media, ids)}
      and ${ids === null ? sql`(gain.media_id is not null or (media.published_day >= ${from} and media.published_day <= ${to}))` : sql`true`}`.execute(
    db,
  );
  return rows;
}

const isUntold = (name: string) => sql`${sql.ref(`media.${name}`)} is null`;

/**
 * What the media gained on each day that has a gain. A figure that Instagram has never told of a media stays out of the
 * sums: null when it told none. So all are added up, and what such media gained is taken off again. Only here the accounts stand on one
 * side of the join: with both, PostgreSQL holds each gain of an account against each such media of it.
 */
export async function listGainDays(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { from, to }: Period,
): Promise<GainDay[]> {
  const wanted = sql`gain.day >= ${from} and gain.day <= ${to}`;
  const { rows } = await sql<GainDay>`
    select every.day, every.gaining, every.first_media,
      ${sql.join(
        gained.map((name) => {
          const [all, some, untold] = [`every.${name}`, `untold.${name}`, `untold.${name}_media`].map((of) =>
            sql.ref(of),
          );
          return sql`case when every.gaining > coalesce(${untold}, 0) then ${all} - coalesce(${some}, 0) end as ${sql.ref(name)}`;
        }),
      )}
    from (
      select gain.day, count(*) as gaining, min(gain.media_id collate "C") as first_media,
        ${sql.join(gained.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from media_day as gain where ${ofAccounts(gain, scope)} and ${among(gain, ids)} and ${wanted} group by gain.day
    ) as every
    left join (
      select gain.day,
        ${sql.join(
          gained.map(
            (name) => sql`sum(gain.${sql.ref(name)}) filter (where ${isUntold(name)}) as ${sql.ref(name)},
              count(*) filter (where ${isUntold(name)}) as ${sql.ref(`${name}_media`)}`,
          ),
        )}
      from media join media_day as gain on gain.account_id = media.account_id and gain.media_id = media.media_id
      where ${ofAccounts(media, scope)} and ${among(media, ids)} and ${wanted}
        and (${sql.join(gained.map(isUntold), sql` or `)})
      group by gain.day
    ) as untold on untold.day = every.day`.execute(db);
  return rows;
}

/** How many of the media were there at the end of a period, and whether readings stand at both its ends for all of them. */
export async function countEarlier(
  db: Database,
  scope: AccountScope,
  ids: MediaIds,
  { from, to }: Period,
): Promise<{ existed: number; complete: boolean }> {
  const { rows } = await sql<{ existed: number; complete: boolean }>`
    select count(*)::int as existed, coalesce(bool_and(
        case when published_day >= ${from} then (first_observed_at at time zone 'UTC')::date <= ${to}
          else (first_observed_at at time zone 'UTC')::date < ${from} end), true) as complete
    from media where ${ofAccounts(media, scope)} and ${among(media, ids)} and published_day <= ${to}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate without groups has one row');
  return row;
}

/** Lifetime totals by kind and weekday of publishing, of media that Instagram tells figures of. */
export async function listAdviceCells(
  db: Database,
  scope: AccountScope,
  about: { ids: readonly string[] } | Period,
): Promise<AdviceCell[]> {
  const which =
    'ids' in about ? among(media, about.ids) : sql`published_day >= ${about.from} and published_day <= ${about.to}`;
  const { rows } = await sql<AdviceCell>`
    select case product_type when 'STORY' then 'story' when 'REELS' then 'reel' else 'post' end as kind,
      extract(dow from published_day)::int as weekday, count(*)::int as media,
      sum(greatest(reach, 0))::float8 as reach, sum(greatest(interactions, 0))::float8 as interactions
    from media
    where ${ofAccounts(media, scope)} and ${which} and reach is not null and interactions is not null
    group by 1, 2`.execute(db);
  return rows;
}

export async function countKnown(db: Database, scope: AccountScope, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ known: number }>`
    select count(*)::int as known from media where ${ofAccounts(media, scope)} and ${among(media, ids)}`.execute(db);
  return rows[0]?.known ?? 0;
}
