import type { SyncStatus, Tasks } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedInstant, Instant, InstantOrNull, Json } from './columns.ts';

type Cell = number | null;

export interface AccountDayRow {
  account_id: string;
  day: string;
  followers: Cell;
  follows: Cell;
  unfollows: Cell;
  reach: Cell;
  reach_follower: Cell;
  reach_non_follower: Cell;
  reach_post: Cell;
  reach_reel: Cell;
  reach_story: Cell;
  reach_carousel: Cell;
  reach_ad: Cell;
  reach_other: Cell;
  views: Cell;
  views_follower: Cell;
  views_non_follower: Cell;
  views_post: Cell;
  views_reel: Cell;
  views_story: Cell;
  views_carousel: Cell;
  views_ad: Cell;
  views_other: Cell;
  interactions: Cell;
  interactions_post: Cell;
  interactions_reel: Cell;
  interactions_story: Cell;
  interactions_carousel: Cell;
  interactions_ad: Cell;
  interactions_other: Cell;
  likes: Cell;
  comments: Cell;
  saves: Cell;
  shares: Cell;
  replies: Cell;
  reposts: Cell;
  engaged: Cell;
  profile_links_taps: Cell;
  new_followers: Cell;
  profile_views: Cell;
  website_clicks: Cell;
  taps_call: Cell;
  taps_direction: Cell;
  taps_email: Cell;
  taps_text: Cell;
  taps_book_now: Cell;
  taps_other: Cell;
}

/** A media item's lifetime totals at its last sync. */
export interface MediaTotals {
  reach: Cell;
  views: Cell;
  likes: Cell;
  comments: Cell;
  saved: Cell;
  shares: Cell;
  interactions: Cell;
  follows: Cell;
  profile_visits: Cell;
  replies: Cell;
  reposts: Cell;
  average_watch_ms: Cell;
  total_watch_ms: Cell;
  taps_forward: Cell;
  taps_back: Cell;
  exits: Cell;
  swipes_forward: Cell;
  /** Percentage of people who skipped a reel. */
  skip_rate: Cell;
  link_clicks: Cell;
  activity_bio_link: Cell;
  activity_call: Cell;
  activity_direction: Cell;
  activity_email: Cell;
  activity_text: Cell;
  activity_other: Cell;
  /** Including advertising and Facebook; metrics without `total_` are organic. */
  total_views: Cell;
  total_likes: Cell;
  total_comments: Cell;
  /** Views of a reel that is also on Facebook: there, and on both. */
  facebook_views: Cell;
  crossposted_views: Cell;
}

/** Lifetime totals stored at several ages of a post. */
export type MeasuredMetric = 'views' | 'reach' | 'interactions' | 'likes' | 'comments' | 'saved' | 'shares';

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
  media_day: {
    account_id: string;
    day: string;
    media_id: string;
    reach: number;
    views: number;
    likes: number;
    comments: number;
    saved: number;
    shares: number;
    interactions: number;
    follows: number;
    before_first_observation: boolean;
    /** Reduced in proportion, because Instagram lowered a lifetime total. */
    corrected: Generated<boolean>;
  };
  media_measurement: Pick<MediaTotals, MeasuredMetric> & {
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
