import type { SyncStatus, Tasks } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { DayColumn } from '../../metrics/day-columns.ts';
import type { DeltaColumn, MeasuredColumn, PostColumn } from '../../metrics/post-columns.ts';
import type { CreatedInstant, Instant, InstantOrNull, Json } from './columns.ts';

type Cell = number | null;

export type AccountDayRow = { account_id: string; day: string } & Record<DayColumn, Cell>;

/** A media item's lifetime totals at its last sync. */
export type MediaTotals = Record<PostColumn, Cell>;

/** A task's progress and the point where it resumes; `after` and `next` never leave the server. */
export interface TaskCheckpoint {
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  done: number | null;
  total: number | null;
  /** First sync only: time at which its media list was started; later posts are not in it. */
  listedAt?: string;
  after?: string | null;
  /** The last day in the next window of insights, and the earliest day overall. */
  next?: string;
  floor?: string;
  /** The newest day when the sync started. */
  today?: string;
  /** Media published before this day are skipped. */
  stopBefore?: string;
  /** Later syncs only: type-specific metrics are fetched separately, after the lists. */
  typeMetrics?: 'pending' | 'next';
  /** Posts from before the account became a business account: they have no insights. */
  withoutInsights?: boolean;
  /** Later syncs only: fetched in one batch with the newest days. */
  batch?: { stories: boolean; demographics: boolean };
}

/** An account's parts, each with its own sync schedule. */
export type SyncPart = 'days' | 'demographics' | 'media' | 'older_media' | 'stories';

/** Each part's last sync, as ISO instants; absent when it was never synced, or a sync is requested. */
export type PartSyncTimes = Partial<Record<SyncPart, string>>;

export type TaskCheckpoints = Partial<Record<keyof Tasks, TaskCheckpoint>>;

/** Numbers of people, by dimension and key. */
export type DemographicCells = Partial<Record<'age_gender' | 'country' | 'city', Record<string, number>>>;

export interface SyncTables {
  account_day: AccountDayRow & {
    /** Fetched after the day had ended. */
    complete: boolean;
    fetched_at: Instant;
    window_rule: Generated<number>;
  };
  account_window: {
    account_id: string;
    end_day: string;
    days: number;
    reach: Cell;
    reach_non_follower: Generated<Cell>;
    engaged: Cell;
    fetched_at: Instant;
    window_rule: Generated<number>;
  };
  media: MediaTotals & {
    account_id: string;
    media_id: string;
    product_type: 'FEED' | 'REELS' | 'STORY';
    media_type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM';
    caption: string;
    permalink: string | null;
    media_url: string | null;
    thumbnail_url: string | null;
    username: string | null;
    published_at: Instant;
    published_day: string;
    hashtags: string[];
    mentions: string[];
    collaborators: string[];
    /** Published by another account, with this one as an accepted collaborator. */
    is_collaboration: Generated<boolean>;
    search_text: string;
    /** Version of the rules that derive `hashtags`, `mentions` and `search_text` from `caption`. */
    caption_version: Generated<number>;
    insights_refusal: string | null;
    first_observed_at: Instant;
    observed_at: Instant;
    insights_fetched_at: InstantOrNull;
    type_metrics_fetched_at: InstantOrNull;
    final_at: InstantOrNull;
    missing_since: InstantOrNull;
    gone_at: InstantOrNull;
  };
  media_day: Record<DeltaColumn, number> & {
    account_id: string;
    day: string;
    media_id: string;
    before_first_observation: boolean;
    /** Reduced in proportion, because Instagram lowered a lifetime total. */
    corrected: Generated<boolean>;
  };
  media_measurement: Record<MeasuredColumn, Cell> & {
    account_id: string;
    media_id: string;
    age_minutes: number;
    measured_at: Instant;
  };
  demographics: {
    account_id: string;
    audience: 'follower' | 'engaged';
    day: string;
    /** Null when the snapshot equals an earlier one, which contains them. */
    cells: ColumnType<DemographicCells | null, string | null, string | null>;
    same_as_day: string | null;
  };
  online_followers: { account_id: string; day: string; hours: (number | null)[]; fetched_at: Instant };
  media_thumbnail: {
    account_id: string;
    media_id: string;
    /** Part of the picture's address, so that it cannot be guessed. */
    key: string;
    /** Its name in the file store; null while there is none. */
    file: string | null;
    bytes: number | null;
    stored_at: InstantOrNull;
    failures: Generated<number>;
    last_attempt_at: InstantOrNull;
    url_rejected: Generated<boolean>;
    next_attempt_at: InstantOrNull;
  };
  thumbnail_queue: {
    account_id: string;
    /** The account's data version when nothing was left to fetch. */
    checked_version: Generated<number>;
    next_check_at: InstantOrNull;
    claimed_until: InstantOrNull;
  };
  sync_answer: {
    account_id: string;
    answer_id: string;
    /** The instant of the rows that came from these answers. */
    fetched_at: Instant;
    step: string;
    /** The version of the account's data that the step made. */
    data_version: number;
    /** The answers that are the dictionary for `content`. */
    base_id: string | null;
    content: Buffer;
  };
  sync_gap: {
    account_id: string;
    kind: 'days' | 'stories' | 'posts' | 'corrected';
    from_at: Instant;
    to_at: Instant;
    reason: string;
  };
  sync_state: {
    account_id: string;
    initialized_at: InstantOrNull;
    initialization: Json<TaskCheckpoints>;
    tasks: Json<TaskCheckpoints>;
    /** Metrics that Instagram refuses for this account. */
    refused_metrics: Json<string[]>;
    series_shift: Generated<number>;
    series_learned: Generated<boolean>;
    series_moved_at: InstantOrNull;
    running: Generated<boolean>;
    next_sync_at: InstantOrNull;
    last_sync_at: InstantOrNull;
    problem: Json<SyncStatus['problem']>;
    failures: Generated<number>;
    part_synced_at: Json<PartSyncTimes>;
    /** A user requested a sync now. */
    sync_requested: Generated<boolean>;
    /** Time at which a user last requested a sync. */
    requested_at: InstantOrNull;
    watched_until: InstantOrNull;
    throttle_factor: Generated<number>;
    /** Recent requests that were made only to measure young posts, as ISO instants. */
    measurement_polls: Json<string[]>;
    /** The next replay of the account's answers. */
    replay_at: InstantOrNull;
    /** Replays that differed or failed since the last one that was equal. */
    replay_attempts: Generated<number>;
    replay_failure: string | null;
    lease_owner: string | null;
    lease_until: InstantOrNull;
    fencing_token: Generated<number>;
    updated_at: CreatedInstant;
  };
  api_call_hour: { account_id: string; hour: Instant; calls: number; requests: number };
}
