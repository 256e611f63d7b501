import type { Route } from '../../platform/http/route.ts';
import { accountAttentionRoutes } from './account-attention/routes.ts';
import { accountComparisonRoutes } from './account-comparison/routes.ts';
import { annotationRoutes } from './annotations/routes.ts';
import { type AppComparisonDeps, appComparisonRoutes } from './app-comparison/routes.ts';
import { audienceActivityRoutes } from './audience-activity/routes.ts';
import { bestTimeRoutes } from './best-time/routes.ts';
import { breakdownRoutes } from './breakdowns/routes.ts';
import { demographicsRoutes } from './demographics/routes.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import type { EvidenceDeps } from './evidence/find-calls.ts';
import { exportRoutes } from './export/routes.ts';
import { highlightRoutes } from './highlights/routes.ts';
import type { LoadPeers } from './load-peers.ts';
import { labelRoutes } from './labels/routes.ts';
import { metricCardRoutes } from './metric-cards/routes.ts';
import { postGalleryRoutes } from './post-gallery/routes.ts';
import { postInsightRoutes } from './post-insights/routes.ts';
import { postPageRoutes } from './post-page/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { timeseriesRoutes } from './timeseries/routes.ts';
import { usualChangeRoutes } from './usual-changes/routes.ts';

export type AnalyticsRouteDeps = AppComparisonDeps & EvidenceDeps & { loadPeers: LoadPeers; appUrl: string };

export function analyticsRoutes(deps: AnalyticsRouteDeps): Route[] {
  return [
    ...metricCardRoutes(deps),
    ...breakdownRoutes(deps),
    ...timeseriesRoutes(deps),
    ...usualChangeRoutes(deps),
    ...accountAttentionRoutes(deps),
    ...accountComparisonRoutes(deps),
    ...evidenceRoutes(deps),
    ...postRoutes(deps),
    ...postGalleryRoutes(deps),
    ...demographicsRoutes(deps),
    ...audienceActivityRoutes(deps),
    ...bestTimeRoutes(deps),
    ...highlightRoutes(deps),
    ...postInsightRoutes(deps),
    ...postPageRoutes(deps),
    ...annotationRoutes(deps),
    ...appComparisonRoutes(deps),
    ...labelRoutes(deps),
    ...exportRoutes(deps),
  ];
}
