import type { SyncStatus, Tasks } from '@tidemark/contract';
import type { Generated } from 'kysely';
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
  /** Media published before this day are not read. */
  stopBefore?: string;
}

export type TaskCheckpoints = Partial<Record<keyof Tasks, TaskCheckpoint>>;

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
    dimension: 'age_gender' | 'country' | 'city';
    key: string;
    value: number;
  };
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
    lease_holder: string | null;
    lease_until: InstantOrNull;
    fence: Generated<number>;
    updated_at: CreatedInstant;
  };
  api_call_hour: { account_id: string; hour: Instant; calls: number; requests: number };
}
