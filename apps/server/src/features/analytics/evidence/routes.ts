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
import { loadNetworks, nameAnswerers, type Networks } from './load-networks.ts';
import { loadPartEvidence } from './load-part-evidence.ts';
import { loadPostEvidence } from './load-post-evidence.ts';
import { loadPostsEvidence } from './load-posts-evidence.ts';

const isAudience = (metric: EvidenceMetric): metric is AudienceMetric => audienceMetrics.some((one) => one === metric);

export function evidenceRoutes(deps: EvidenceDeps) {
  const { db } = deps;
  return [
    route(getMetricEvidence, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const networks = await loadNetworks(db, scope);
      const answeredBy = nameAnswerers(networks, scope);
      const period = toPeriod(body.startDate, body.endDate);
      if (body.asOf && networks.size > 0) throw refuseAsOf(networks);
      if (isAudience(metric)) return { ...(await loadAudienceEvidence(deps, scope, metric, period.to)), answeredBy };
      const { part, asOf } = body;
      const isBroken = metric === 'views' || metric === 'reach' || metric === 'total_interactions';
      const evidence =
        part && isBroken
          ? await loadPartEvidence(deps, scope, { metric, part, networks, period })
          : await loadMetricEvidence(deps, scope, metric, { networks, period, asOf: asOf ? new Date(asOf) : null });
      return { ...evidence, answeredBy };
    }),

    route(getPostEvidence, async ({ viewer, params: { id, mediaId, metric }, query: { asOf } }) => {
      const scope = await requireAccounts(db, viewer, [id]);
      const networks = await loadNetworks(db, scope);
      const evidence = await loadPostEvidence(deps, scope, {
        mediaId,
        metric,
        network: networks.get(id),
        asOf: asOf ? new Date(asOf) : null,
      });
      if (!evidence) throw new ApiError('media_not_found');
      return { ...evidence, answeredBy: nameAnswerers(networks, scope) };
    }),

    route(getPostsEvidence, async ({ viewer, params: { metric }, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const networks = await loadNetworks(db, scope);
      const evidence = await loadPostsEvidence(deps, scope, metric, {
        networks,
        period: toPeriod(body.startDate, body.endDate),
        ids: body.mediaIds && [...new Set(body.mediaIds)],
        zone: toPostZone(body.timeZone),
      });
      return { ...evidence, answeredBy: nameAnswerers(networks, scope) };
    }),
  ];
}

/** Days that posts add up to are stored without the answers that changed them. */
function refuseAsOf(networks: Networks): ApiError {
  const [network] = networks.values();
  const message = `is not available for accounts at ${network?.name}`;
  return new ApiError('invalid_input', { fields: [{ field: 'asOf', message }] }, { message: `asOf: ${message}` });
}
