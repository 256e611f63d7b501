import { type RawBuilder, sql } from 'kysely';
import { deltaColumns } from '../../../metrics/post-columns.ts';

/** The rows of a table that a replay begins with, and those it compares. */
export interface ReplayedTable {
  /** The primary key, after the account. */
  key: readonly string[];
  /** Columns that the stored answers leave out: signed addresses, and other people's names. */
  omitted: readonly string[];
  /** The same for posts that other accounts published, whose texts are not stored. */
  omittedForOthers?: readonly string[];
  /** True for rows, named `stored`, that were there before the replay's first day, even if later steps changed them. */
  isEarlier: (start: ReplayStart) => RawBuilder<boolean>;
  /** True for rows whose last answer is from before. They are not compared. */
  isOlder: (start: ReplayStart) => RawBuilder<boolean>;
  /** True for replayed rows, named `replayed`, that have been deleted since. */
  isDeleted?: RawBuilder<boolean>;
  /** Takes later steps back from the rows that a replay begins with. */
  rewind?: (start: ReplayStart) => RawBuilder<unknown>;
  /** Has the day, or the instant, for which the row stands. */
  dayColumn: string;
}

/** The first replayed instant, and its day. */
export interface ReplayStart {
  at: Date;
  day: string;
}

/** Rows that the next sync fetches again, after `verify --repair`. */
const isOutdated = sql<boolean>`stored.window_rule = 1`;
/** The network has lowered a total of the post, which scaled its earlier days too. */
const isScaled = sql<boolean>`exists (select from public.media_day as scaled
  where scaled.account_id = stored.account_id and scaled.media_id = stored.media_id and scaled.corrected)`;
const isSeeded = ({ at }: ReplayStart) => sql`exists (select from public.media
  where media.account_id = stored.account_id and media.media_id = stored.media_id and media.first_observed_at < ${at})`;

/** Stories expire where operators limit their retention. */
const isDeletedStory = sql<boolean>`exists (select from pg_temp.media as story
    where story.media_id = replayed.media_id and story.product_type = 'STORY')
  and not exists (select from public.media as kept
    where kept.account_id = replayed.account_id and kept.media_id = replayed.media_id)`;

const rewindInstant = (name: string) => (start: ReplayStart) =>
  sql`update ${sql.table(name)} set fetched_at = least(fetched_at, ${toBefore(start)})`;

const summed = deltaColumns.map((name) => sql.ref(name));

/** Sets totals to the sums of their deltas so far, and clears what has happened since. */
function rewindMedia(start: ReplayStart): RawBuilder<unknown> {
  const totals = summed.map(
    (name) => sql`${name} = case when seeded.${name} is not null then coalesce(before.${name}, 0) end`,
  );
  const sums = summed.map((name) => sql`sum(media_day.${name}) as ${name}`);
  const later = ['insights_fetched_at', 'type_metrics_fetched_at', 'final_at', 'missing_since', 'gone_at'].map(
    (name) => sql`${sql.ref(name)} = case when seeded.${sql.ref(name)} < ${start.at} then seeded.${sql.ref(name)} end`,
  );
  return sql`update pg_temp.media as seeded
    set observed_at = least(seeded.observed_at, ${toBefore(start)}), ${sql.join([...totals, ...later])}
    from pg_temp.media as same left join (
      select media_id, ${sql.join(sums)} from pg_temp.media_day group by media_id) as before using (media_id)
    where same.media_id = seeded.media_id`;
}

function toBefore({ at }: ReplayStart): Date {
  return new Date(at.getTime() - 1);
}

export const replayedTables = {
  account_day: {
    key: ['day'],
    omitted: [],
    isEarlier: ({ day }) => sql`stored.day < ${day}`,
    isOlder: ({ at }) => sql`stored.fetched_at < ${at} or ${isOutdated}`,
    rewind: rewindInstant('pg_temp.account_day'),
    dayColumn: 'day',
  },
  account_window: {
    key: ['end_day', 'days'],
    omitted: [],
    isEarlier: ({ day }) => sql`stored.end_day < ${day}`,
    isOlder: ({ at }) => sql`stored.fetched_at < ${at} or ${isOutdated}`,
    rewind: rewindInstant('pg_temp.account_window'),
    dayColumn: 'end_day',
  },
  online_followers: {
    key: ['day'],
    omitted: [],
    isEarlier: ({ day }) => sql`stored.day < ${day}`,
    isOlder: ({ at }) => sql`stored.fetched_at < ${at}`,
    rewind: rewindInstant('pg_temp.online_followers'),
    dayColumn: 'day',
  },
  demographics: {
    key: ['audience', 'day'],
    omitted: [],
    isEarlier: ({ day }) => sql`stored.day < ${day}`,
    isOlder: ({ day }) => sql`stored.day < ${day}`,
    dayColumn: 'day',
  },
  media: {
    key: ['media_id'],
    omitted: ['media_url', 'thumbnail_url', 'username', 'collaborators'],
    omittedForOthers: ['caption', 'hashtags', 'mentions', 'search_text'],
    isEarlier: ({ at }) => sql`stored.first_observed_at < ${at}`,
    isOlder: ({ at }) => sql`stored.observed_at < ${at}`,
    isDeleted: isDeletedStory,
    rewind: rewindMedia,
    dayColumn: 'published_day',
  },
  media_day: {
    key: ['media_id', 'day'],
    omitted: [],
    isEarlier: (start) => sql`stored.day < ${start.day} and ${isSeeded(start)}`,
    isOlder: (start) => sql`${isSeeded(start)} and (stored.day < ${start.day} or ${isScaled})`,
    isDeleted: isDeletedStory,
    dayColumn: 'day',
  },
  media_measurement: {
    key: ['media_id', 'age_minutes'],
    omitted: [],
    isEarlier: (start) => sql`stored.measured_at < ${start.at} and ${isSeeded(start)}`,
    isOlder: ({ at }) => sql`stored.measured_at < ${at}`,
    dayColumn: 'measured_at',
  },
} as const satisfies Record<string, ReplayedTable>;

export type ReplayedTableName = keyof typeof replayedTables;

export function listReplayedTables(): [ReplayedTableName, ReplayedTable][] {
  return Object.entries(replayedTables) as [ReplayedTableName, ReplayedTable][]; // it has no other keys
}
