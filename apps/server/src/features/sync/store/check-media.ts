import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { deltaColumns } from '../../../metrics/post-columns.ts';

/** Counts media in all accounts whose deltas do not add up to their totals; must be 0. */
export async function countUnevenMedia(db: Database): Promise<number> {
  const uneven = sql.join(
    deltaColumns.map(
      (metric) => sql`coalesce(sum(media_day.${sql.ref(metric)}), 0) <> coalesce(max(media.${sql.ref(metric)}), 0)`,
    ),
    sql` or `,
  );
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from media left join media_day
      on media_day.account_id = media.account_id and media_day.media_id = media.media_id
    group by media.account_id, media.media_id having ${uneven}) as uneven`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Counts measurements without their post, with a wrong age, or newer than the last sync; must be 0. */
export async function countWrongMeasurements(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from media_measurement as measured left join media
      on media.account_id = measured.account_id and media.media_id = measured.media_id
    where media.media_id is null or measured_at > observed_at
      or age_minutes <> floor(extract(epoch from measured_at - published_at) / 60)`.execute(db);
  return rows[0]?.count ?? 0;
}
