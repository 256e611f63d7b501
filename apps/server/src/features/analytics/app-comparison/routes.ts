import {
  countDays,
  createAppComparison,
  deleteAppComparison,
  downloadAppReport,
  downloadFullAppReport,
  listAllAppComparisons,
  listAppComparisons,
  maxAppComparisonsPerUser,
  maxListedComparisons,
} from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../../platform/api-error.ts';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { ownAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { explainDifferences } from '../formulas/explain-difference.ts';
import { loadOwnValues } from './load-own-values.ts';
import {
  countComparisons,
  countOtherAccounts,
  insertComparison,
  listAnonymousComparisons,
  listComparisons,
  listReported,
  removeComparison,
} from './queries.ts';
import { writeReport } from './write-report.ts';

export interface AppComparisonDeps extends AnalyticsDeps {
  versions: { tidemarkVersion: string; graphVersion: string };
}

const hourMillis = 3_600_000;

export function appComparisonRoutes({ db, clock, dayZone, requestWindows, versions }: AppComparisonDeps) {
  return [
    route(listAppComparisons, async ({ viewer, query }) => {
      const scope = await requireAccounts(db, viewer, [query.accountId]);
      return { comparisons: await listComparisons(db, scope, viewer.userId) };
    }),

    route(createAppComparison, async ({ viewer, body: { accountId, from, to, timeZone, ...typed } }) => {
      const scope = await requireAccounts(db, viewer, [accountId]);
      const createdAt = clock();
      const today = dayIn(dayZone, createdAt);
      if (to > today)
        throw new ApiError('invalid_input', { fields: [{ field: 'body.to', message: 'must not be in the future' }] });
      const own = await loadOwnValues({ db, today, requestWindows }, scope, { from, to });
      const differences = explainDifferences(typed, own, {
        daysAgo: countDays(to, today) - 1,
        hoursAhead: (startOfDay(dayZone, to).getTime() - startOfDay(timeZone, to).getTime()) / hourMillis,
      });
      const { userId } = viewer;
      const comparison = { userId, accountId, from, to, differences, ...versions, createdAt };
      const stored = await insertComparison(db, comparison, maxAppComparisonsPerUser);
      if (!stored) throw new ApiError('app_comparison_limit_reached');
      return stored;
    }),

    route(deleteAppComparison, async ({ viewer, params: { id } }) => {
      if (!(await removeComparison(db, { userId: viewer.userId, id }))) throw new ApiError('app_comparison_not_found');
      return { id };
    }),

    route(downloadAppReport, async ({ viewer, query: { accountId }, reply }) => {
      await requireAccounts(db, viewer, [accountId]);
      const [comparisons, own] = await Promise.all([
        listReported(db, { userId: viewer.userId, accountId }),
        ownAccounts(db, viewer),
      ]);
      return sendFile(reply, writeReport(comparisons, { dayZone, accountsNotIncluded: own.accountIds.length - 1 }));
    }),

    route(listAllAppComparisons, async () => {
      const [comparisons, total] = await Promise.all([
        listAnonymousComparisons(db, maxListedComparisons),
        countComparisons(db),
      ]);
      return { comparisons, total };
    }),

    route(downloadFullAppReport, async ({ reply }) => {
      const [comparisons, accountsNotIncluded] = await Promise.all([listReported(db, null), countOtherAccounts(db)]);
      return sendFile(reply, writeReport(comparisons, { dayZone, accountsNotIncluded }));
    }),
  ];
}

function sendFile(reply: FastifyReply, content: string): string {
  const name = 'tidemark-compared-with-the-app.json';
  reply.header('content-disposition', `attachment; filename="${name}"`).type('text/plain; charset=utf-8').send(content);
  return '';
}
