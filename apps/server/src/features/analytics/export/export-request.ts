import {
  type EndpointRequest,
  type exportFigures,
  type NetworkMetrics,
  type OverviewMetric,
  overviewMetrics,
  type AccountId,
  type LabelMetric,
  type TimedFormat,
} from '@tidemark/contract';
import { hasCard } from '@tidemark/presentation';
import type { Database } from '../../../database/database.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import type { AccountScope } from '../../accounts/index.ts';
import type { CardDeps, Periods } from '../metric-cards/load-card.ts';
import type { LoadPeers } from '../load-peers.ts';
import { toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { type PostZone, toPostZone } from '../published-within.ts';

type Body = EndpointRequest<typeof exportFigures>['body'];

export interface ExportedAccount {
  accountId: AccountId;
  username: string;
  lastSyncAt: string | null;
}

/** Content and source accounts for an export. */
export interface ExportRequest {
  viewer: Viewer;
  scope: AccountScope;
  accounts: readonly ExportedAccount[];
  periods: Periods;
  zone: PostZone;
  /** Zone name as the caller wrote it. */
  zoneName: string;
  /** Spreadsheet format options; null writes files for programs. */
  spreadsheet: NonNullable<Body['spreadsheet']> | null;
  /** What the accounts' networks have; null for everything. */
  existing: NetworkMetrics | null;
  /** In the contract's order; only existing ones. */
  metrics: readonly OverviewMetric[];
  posts: NonNullable<Body['posts']>;
  bestTimeFormat: TimedFormat | null;
  mediaId: string | null;
  /** Without duplicates; null selects all posts. */
  mediaIds: string[] | null;
  labelMetric: LabelMetric;
  /** Null exports all. */
  labelId: string | null;
  peerIds: string[] | null;
}

export interface ExportDeps extends CardDeps {
  now: Date;
  dayZone: string;
  loadPeers: LoadPeers;
  /** Loads a part of the file once a slot is free, so that a long download doesn't block other users. */
  load<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

const allPosts: ExportRequest['posts'] = {
  query: '',
  filterMode: 'combined',
  format: null,
  sort: [{ field: 'timestamp', sort: 'desc' }],
};

export function toExportRequest(
  body: Omit<Body, 'format' | 'sections' | 'accountIds'>,
  { viewer, scope, accounts, existing }: Pick<ExportRequest, 'viewer' | 'scope' | 'accounts' | 'existing'>,
): ExportRequest {
  const { metrics, bestTimeFormat = null, mediaId = null, mediaIds, labelId = null, peerIds = null } = body;
  return {
    viewer,
    scope,
    accounts: accounts.filter(({ accountId }) => scope.accountIds.includes(accountId)),
    periods: { current: toPeriod(body.cStart, body.cEnd), previous: toComparisonPeriod(body) },
    zone: toPostZone(body.timeZone),
    zoneName: body.timeZone ?? 'UTC',
    spreadsheet: body.spreadsheet ?? null,
    existing,
    metrics: overviewMetrics.filter((metric) => (!metrics || metrics.includes(metric)) && hasCard(existing, metric)),
    posts: body.posts ?? allPosts,
    bestTimeFormat,
    mediaId,
    mediaIds: mediaIds ? [...new Set(mediaIds)] : null,
    labelMetric: body.labelMetric ?? 'total_interactions',
    labelId,
    peerIds,
  };
}
