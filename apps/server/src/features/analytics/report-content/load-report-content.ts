import { type Account, fullReportSections, type ReportChoice, type ReportContent } from '@tidemark/contract';
import { toReportTitle } from '@tidemark/presentation';
import { toCommonMetrics } from '../../../metrics/network-metrics.ts';
import { dayIn } from '../../../platform/clock.ts';
import { toFile } from '../../../platform/files/public-files.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { listLinkedAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPostZone } from '../published-within.ts';
import { loadReportLabel } from './load-report-label.ts';
import { loadSection } from './load-section.ts';
import { toReportPeriods } from './report-periods.ts';

/**
 * Loads all data for a report, as the Overview's calls return it. Leaves out accounts that the viewer can no longer
 * read, and what the accounts' networks do not have; fails with `account_not_found` if no account is left.
 */
export async function loadReportContent(
  { db, dayZone, requestWindows }: Omit<AnalyticsDeps, 'clock'>,
  viewer: Viewer,
  { title, accountIds, sections, timeZone, postLabelId, ...choice }: ReportChoice,
  now: Date,
): Promise<ReportContent> {
  const linked = await listLinkedAccounts(db, viewer);
  const accounts = linked.filter(({ _id }) => accountIds.includes(_id));
  const scope = await requireAccounts(
    db,
    viewer,
    accounts.map(({ _id }) => _id),
  );
  const today = dayIn(dayZone, now);
  const periods = toReportPeriods(choice, today);
  const label =
    postLabelId === undefined ? null : await loadReportLabel(db, scope, { ...viewer, timeZone, postLabelId });
  const metrics = toCommonMetrics(accounts.map(({ type }) => type));
  const request = { scope, accounts, periods, zone: toPostZone(timeZone), label, metrics };
  const deps = { db, now, today, dayZone, requestWindows };
  const loaded: ReportContent['sections'] = [];
  // Sequential: a report must not take all the database's connections.
  for (const { kind, comment } of sections)
    if (!metrics || !fullReportSections.includes(kind))
      loaded.push({ ...(await loadSection(deps, request, kind)), comment });
  const shown = accounts.map(toReportAccount);
  return {
    title:
      title ||
      toReportTitle(
        shown.map(({ name }) => name),
        periods.current,
      ),
    period: periods.current,
    previous: periods.previous,
    timeZone,
    accounts: shown,
    sections: loaded,
    metrics,
    createdAt: now.toISOString(),
  };
}

function toReportAccount({ _id, username, metadata, picture }: Account): ReportContent['accounts'][number] {
  return {
    accountId: _id,
    username,
    name: metadata.name || username,
    // Instagram's own URLs expire, and would tell Instagram who reads the report.
    picture: picture !== null && toFile(picture) !== null ? picture : null,
  };
}
