import {
  type Account,
  type AccountId,
  addDays,
  maxDocumentPosts,
  mediaMetricNames,
  type PageChoice,
} from '@tidemark/contract';
import {
  type PageDocument,
  toBestTimeDocument,
  toInsightsDocument,
  toLabelsDocument,
  toPeersDocument,
  toPostDocument,
} from '@tidemark/presentation';
import { networkMetrics, networkNames } from '../../../metrics/network-metrics.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { type AccountScope, listLinkedAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { loadBestTime } from '../best-time/load-best-time.ts';
import { precedingPeriod, toComparisonPeriod, toPeriod } from '../formulas/period.ts';
import { toLabel } from '../labels/label-rows.ts';
import { loadLabelComparisons, loadLabelTests } from '../labels/load-labels.ts';
import { listLabelRows } from '../labels/queries.ts';
import type { LoadPeers } from '../load-peers.ts';
import { loadAggregate } from '../post-insights/load-aggregate.ts';
import { loadOpportunities } from '../post-insights/load-opportunities.ts';
import { loadPost } from '../post-page/load-post.ts';
import { toPostZone } from '../published-within.ts';

type Deps = Omit<AnalyticsDeps, 'clock' | 'requestWindows'> & { now: Date; loadPeers: LoadPeers };
type Choice<Page extends PageChoice['page']> = Extract<PageChoice, { page: Page }>;

/** Loads a page's content through the functions behind its calls. */
export async function loadPageDocument(deps: Deps, viewer: Viewer, choice: PageChoice): Promise<PageDocument> {
  if (choice.page === 'post-insights' && viewer.role !== 'system-admin') throw new ApiError('forbidden');
  const accountIds = 'accountIds' in choice ? choice.accountIds : [choice.accountId];
  const scope = await requireAccounts(deps.db, viewer, accountIds);
  switch (choice.page) {
    case 'best-time':
      return loadBestTimeDocument(deps, scope, { viewer, choice });
    case 'post':
      return loadPostDocument(deps, scope, { viewer, choice });
    case 'peers':
      return loadPeersDocument(deps, scope, { viewer, choice });
    case 'labels':
      return loadLabelsDocument(deps, scope, { viewer, choice });
    case 'post-insights':
      return loadInsightsDocument(deps, scope, choice);
  }
}

async function findAccount({ db }: Deps, viewer: Viewer, accountId: AccountId): Promise<Account | undefined> {
  return (await listLinkedAccounts(db, viewer)).find(({ _id }) => _id === accountId);
}

function toName(account: Account | undefined, accountId: AccountId): string {
  return account ? account.metadata.name || account.username : accountId;
}

async function loadBestTimeDocument(
  deps: Deps,
  scope: AccountScope,
  { viewer, choice: { accountId, timeZone, format } }: { viewer: Viewer; choice: Choice<'best-time'> },
): Promise<PageDocument> {
  const zone = toPostZone(timeZone) ?? deps.dayZone;
  const [bestTime, account] = await Promise.all([
    loadBestTime(deps, scope, { zone, format, userId: viewer.userId }),
    findAccount(deps, viewer, accountId),
  ]);
  return toBestTimeDocument(bestTime, {
    account: toName(account, accountId),
    format,
    zone,
    hasOnline: !account || networkMetrics[account.type] === undefined,
  });
}

async function loadPostDocument(
  deps: Deps,
  scope: AccountScope,
  { viewer, choice: { accountId, timeZone, mediaId } }: { viewer: Viewer; choice: Choice<'post'> },
): Promise<PageDocument> {
  const [post, account] = await Promise.all([loadPost(deps.db, scope, mediaId), findAccount(deps, viewer, accountId)]);
  if (!post) throw new ApiError('media_not_found');
  const network = account?.type ?? 'instagram_account';
  return toPostDocument(post, {
    account: toName(account, accountId),
    zone: timeZone,
    network,
    networkName: networkNames[network],
    metrics: networkMetrics[network] ?? null,
  });
}

async function loadPeersDocument(
  deps: Deps,
  scope: AccountScope,
  { viewer, choice: { accountId, timeZone } }: { viewer: Viewer; choice: Choice<'peers'> },
): Promise<PageDocument> {
  const { db, dayZone, now, loadPeers } = deps;
  const { userId } = viewer;
  const comparison = await loadPeers(db, scope, { userId, accountId, today: dayIn(dayZone, now), now });
  const account = await findAccount(deps, viewer, accountId);
  return toPeersDocument(comparison, { account: toName(account, accountId), zone: timeZone });
}

async function loadLabelsDocument(
  { db, dayZone, now }: Deps,
  scope: AccountScope,
  { viewer, choice: { cStart, cEnd, metric, timeZone } }: { viewer: Viewer; choice: Choice<'labels'> },
): Promise<PageDocument> {
  const zone = toPostZone(timeZone) ?? dayZone;
  const period = toPeriod(cStart, cEnd);
  const rows = await listLabelRows(db, viewer.userId);
  const comparisons = await loadLabelComparisons(db, scope, rows, { period, metric, zone });
  const tests = await loadLabelTests(db, viewer, { now, zone });
  return toLabelsDocument(
    {
      labels: rows.map(toLabel),
      comparisons,
      tests: tests.map(({ label, ...test }) => ({ labelId: label.label_id, ...test })),
    },
    { metric, period, zone: timeZone },
  );
}

async function loadInsightsDocument(
  deps: Deps,
  scope: AccountScope,
  choice: Choice<'post-insights'>,
): Promise<PageDocument> {
  const period = toPeriod(choice.cStart, choice.cEnd);
  const previous = toComparisonPeriod(choice);
  const ids = choice.mediaIds ? [...new Set(choice.mediaIds)] : null;
  const aggregate = await loadAggregate(deps, scope, {
    period,
    previous: previous ?? precedingPeriod(period),
    ids,
    names: mediaMetricNames,
    zone: toPostZone(choice.timeZone),
  });
  return toInsightsDocument(aggregate, {
    period,
    previous,
    isSelection: ids !== null,
    today: dayIn(deps.dayZone, deps.now),
    yesterday: addDays(dayIn(choice.timeZone, deps.now), -1),
    zone: choice.timeZone,
    maxPosts: maxDocumentPosts,
    opportunities: await loadOpportunities(deps.db, scope, { to: period.to, ids, zone: toPostZone(choice.timeZone) }),
  });
}
