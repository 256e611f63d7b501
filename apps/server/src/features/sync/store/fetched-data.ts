import { mapNames } from '@tidemark/contract/map-names';
import type { AccountDayRow, MediaTotals, SyncTables } from '../../../database/tables/sync.ts';
import { postColumns } from '../../../metrics/post-columns.ts';

// Answers of networks, as the sync stores them. Null and absent values are not reported by the network.

export type DayFigures = Partial<Omit<AccountDayRow, 'account_id' | 'day' | 'followers'>>;

export interface OnlineDay {
  day: string;
  /** Followers online in each hour of the day. */
  hours: (number | null)[];
}

/** A range of whole days that ends with `endDay`. */
export interface InsightWindow {
  endDay: string;
  days: number;
}

/** People counted once in a window. */
export interface WindowTotals extends InsightWindow {
  reach: number | null;
  reachNonFollower: number | null;
  engaged: number | null;
}

/** How an account's series are dated: by how many days they are filed early, and whether that was learned. */
export interface SeriesReading {
  shift: number;
  isLearned: boolean;
}

export interface DemographicCell {
  dimension: 'age_gender' | 'country' | 'city';
  /** `25-34|F`, `NO`, `Oslo, Oslo`. */
  key: string;
  value: number;
}

export interface FetchedMedia {
  id: string;
  productType: SyncTables['media']['product_type'];
  mediaType: SyncTables['media']['media_type'];
  caption: string;
  permalink: string | null;
  mediaUrl: string | null;
  thumbnailUrl: string | null;
  username: string | null;
  /** Published by another account, with this one as an accepted collaborator. */
  isCollaboration: boolean;
  publishedAt: Date;
  figures: MediaTotals;
  /** Its insights were requested, whatever the result. */
  insightsRead: boolean;
  /** Reason why the network permanently refuses its insights. */
  refusal: string | null;
}

/** A media item's type-specific metrics, fetched separately. */
export interface TypeMetrics {
  id: string;
  figures: Partial<MediaTotals>;
  /** Accepted collaborators; null when the network did not return them. */
  collaborators: string[] | null;
}

/** Totals of a post about which nothing is known. */
export const noFigures: Readonly<MediaTotals> = mapNames(postColumns, () => null);
