import {
  type AudienceMetric,
  audienceMetrics,
  type EvidenceMetric,
  getMetricEvidence,
  getPostEvidence,
  getPostsEvidence,
} from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { loadAudienceEvidence } from './load-audience-evidence.ts';
import { loadMetricEvidence } from './load-metric-evidence.ts';
import { loadPartEvidence } from './load-part-evidence.ts';
import { loadPostEvidence } from './load-post-evidence.ts';
import { loadPostsEvidence } from './load-posts-evidence.ts';

const isAudience = (metric: EvidenceMetric): metric is AudienceMetric => audienceMetrics.some((one) => one === metric);

export function evidenceRoutes(deps: EvidenceDeps) {
  const { db } = deps;
  return [
    route(getMetricEvidence, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      if (isAudience(metric)) return loadAudienceEvidence(deps, scope, metric, period.to);
      const isBroken = metric === 'views' || metric === 'reach' || metric === 'total_interactions';
      if (body.part && isBroken) return loadPartEvidence(deps, scope, { metric, part: body.part, period });
      return loadMetricEvidence(deps, scope, metric, { period, asOf: body.asOf ? new Date(body.asOf) : null });
    }),

    route(getPostEvidence, async ({ viewer, params: { id, mediaId, metric }, query: { asOf } }) => {
      const scope = await requireAccounts(db, viewer, [id]);
      const evidence = await loadPostEvidence(deps, scope, { mediaId, metric, asOf: asOf ? new Date(asOf) : null });
      if (!evidence) throw new ApiError('media_not_found');
      return evidence;
    }),

    route(getPostsEvidence, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      return loadPostsEvidence(deps, scope, metric, {
        period: toPeriod(body.startDate, body.endDate),
        ids: body.mediaIds && [...new Set(body.mediaIds)],
        zone: toPostZone(body.timeZone),
      });
    }),
  ];
}
