import type { LabelMetric } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { startOfDay } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { type AccountScope, ownAccounts, requireAccounts } from '../../accounts/index.ts';
import type { Period } from '../formulas/period.ts';
import { publishedWithin } from '../published-within.ts';
import { loadComparisons, loadTest } from './comparison/load-comparison.ts';
import { type LabelRow, listLabelRows } from './queries.ts';

interface ComparedRange {
  period: Period;
  metric: LabelMetric;
  zone: string;
}

/** Compares a period's posts that have a label with similar posts without it, for each label. */
export function loadLabelComparisons(
  db: Database,
  scope: AccountScope,
  labels: readonly LabelRow[],
  { period, metric, zone }: ComparedRange,
) {
  return loadComparisons(db, scope, labels, {
    metric,
    published: publishedWithin(period, zone),
    since: startOfDay(zone, period.from),
    zone,
  });
}

/** Loads a user's experiments, over those of their accounts that the user can still read. */
export async function loadLabelTests(db: Database, viewer: Viewer, { now, zone }: { now: Date; zone: string }) {
  const [labels, own] = await Promise.all([listLabelRows(db, viewer.userId), ownAccounts(db, viewer)]);
  const tests = [];
  for (const label of labels) {
    const { test_metric: metric, test_started_at: startedAt } = label;
    if (!metric || !startedAt) continue;
    const accountIds = own.accountIds.filter((id) => label.test_account_ids?.includes(id));
    const test =
      accountIds.length === 0
        ? { posts: 0, result: null }
        : await loadTest(
            db,
            await requireAccounts(db, viewer, accountIds),
            { label, metric, startedAt },
            { now, zone },
          );
    tests.push({ label, ...test });
  }
  return tests;
}
