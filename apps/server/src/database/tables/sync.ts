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
  reach_other: Cell;
  views: Cell;
  views_follower: Cell;
  views_non_follower: Cell;
  views_post: Cell;
  views_reel: Cell;
  views_story: Cell;
  views_carousel: Cell;
  views_other: Cell;
  interactions: Cell;
  interactions_post: Cell;
  interactions_reel: Cell;
  interactions_story: Cell;
  interactions_carousel: Cell;
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

/** Instagram's lifetime totals of a media, as last read. */
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
  /** Percent of people who skipped a reel. */
  skip_rate: Cell;
  link_clicks: Cell;
  activity_bio_link: Cell;
  activity_call: Cell;
  activity_direction: Cell;
  activity_email: Cell;
  activity_text: Cell;
  activity_other: Cell;
}

/** What a task has done so far, and where it goes on; `after` and `next` never leave the server. */
export interface TaskCheckpoint {
  status: 'pending' | 'in_progress' | 'completed' | 'failed';
  done: number | null;
  total: number | null;
  /** The paging cursor of the next page of media. */
  after?: string | null;
  /** The last day of the next window of insights, and the first day of all. */
  next?: string;
  floor?: string;
  /** The newest day when the reading began. */
  today?: string;
  /** Media published before this day are not read. */
  stopBefore?: string;
  /** Of later syncs: the figures that only its kind answers are read apart, after the lists. */
  ownFigures?: 'wanted' | 'next';
  /** The list of posts from before the account was a business: it has no insights. */
  withoutInsights?: boolean;
  /** Of later syncs: read in one batch with the newest days, stories and demographics. */
  together?: { stories: boolean; demographics: boolean };
}

/** The parts of an account that are read each at their own pace. */
export type SyncPart = 'days' | 'demographics' | 'media' | 'older_media' | 'stories';

/** When each part was last read, as ISO instants; a part that is absent was never read, or is wanted now. */
export type ReadTimes = Partial<Record<SyncPart, string>>;

export type TaskCheckpoints = Partial<Record<keyof Tasks, TaskCheckpoint>>;

/** How many people, by dimension and key. */
export type DemographicCells = Partial<Record<'age_gender' | 'country' | 'city', Record<string, number>>>;

export interface SyncTables {
  account_day: AccountDayRow & {
    /** Fetched after the day had ended. */
    complete: boolean;
    fetched_at: Instant;
  };
  account_window: {
    account_id: string;
    end_day: string;
    days: number;
    reach: Cell;
    engaged: Cell;
    fetched_at: Instant;
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
    search_text: string;
    insights_refusal: string | null;
    first_observed_at: Instant;
    observed_at: Instant;
    insights_read_at: InstantOrNull;
    own_read_at: InstantOrNull;
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
  };
  demographics: {
    account_id: string;
    audience: 'follower' | 'engaged';
    day: string;
    /** Null where the snapshot is the same as an earlier one, which holds them. */
    cells: ColumnType<DemographicCells | null, string | null, string | null>;
    same_as: string | null;
  };
  online_followers: { account_id: string; day: string; hours: (number | null)[]; fetched_at: Instant };
  media_thumbnail: {
    account_id: string;
    media_id: string;
    /** What the address of the picture carries, so that it cannot be guessed. */
    key: string;
    /** Its name in the file store; null while there is none. */
    file: string | null;
    bytes: number | null;
    stored_at: InstantOrNull;
    failures: Generated<number>;
    tried_at: InstantOrNull;
    address_refused: Generated<boolean>;
    next_try_at: InstantOrNull;
  };
  thumbnail_turn: {
    account_id: string;
    /** The account's data version when nothing was left to fetch. */
    seen_version: Generated<number>;
    look_again_at: InstantOrNull;
    taken_until: InstantOrNull;
  };
  sync_gap: { account_id: string; kind: 'days' | 'stories'; from_at: Instant; to_at: Instant; reason: string };
  graph_pause: { scope: string; until: Instant; reason: string; updated_at: CreatedInstant };
  webhook_inbox: { source: string; event_id: string; received_at: CreatedInstant };
  sync_state: {
    account_id: string;
    initialized_at: InstantOrNull;
    initialization: Json<TaskCheckpoints>;
    tasks: Json<TaskCheckpoints>;
    /** Metrics that Instagram refuses for this account. */
    refused: Json<string[]>;
    running: Generated<boolean>;
    next_sync_at: InstantOrNull;
    last_sync_at: InstantOrNull;
    problem: Json<SyncStatus['problem']>;
    failures: Generated<number>;
    read_at: Json<ReadTimes>;
    /** A person asked for a reading now. */
    wanted: Generated<boolean>;
    watched_until: InstantOrNull;
    throttle_factor: Generated<number>;
    lease_holder: string | null;
    lease_until: InstantOrNull;
    fence: Generated<number>;
    updated_at: CreatedInstant;
  };
  api_call_hour: { account_id: string; hour: Instant; calls: number; requests: number };
}
