import type { Route } from '../../platform/http/route.ts';
import { accountComparisonRoutes } from './account-comparison/routes.ts';
import type { AnalyticsDeps } from './analytics-deps.ts';
import { audienceActivityRoutes } from './audience-activity/routes.ts';
import { bestTimeRoutes } from './best-time/routes.ts';
import { breakdownRoutes } from './breakdowns/routes.ts';
import { demographicsRoutes } from './demographics/routes.ts';
import { exportRoutes } from './export/routes.ts';
import { highlightRoutes } from './highlights/routes.ts';
import { metricCardRoutes } from './metric-cards/routes.ts';
import { postInsightRoutes } from './post-insights/routes.ts';
import { postPageRoutes } from './post-page/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { timeseriesRoutes } from './timeseries/routes.ts';
import { usualChangeRoutes } from './usual-changes/routes.ts';

export { prepareExport } from './export/export-file.ts';

export function analyticsRoutes(deps: AnalyticsDeps): Route[] {
  return [
    ...metricCardRoutes(deps),
    ...breakdownRoutes(deps),
    ...timeseriesRoutes(deps),
    ...usualChangeRoutes(deps),
    ...accountComparisonRoutes(deps),
    ...postRoutes(deps),
    ...demographicsRoutes(deps),
    ...audienceActivityRoutes(deps),
    ...bestTimeRoutes(deps),
    ...highlightRoutes(deps),
    ...postInsightRoutes(deps),
    ...postPageRoutes(deps),
    ...exportRoutes(deps),
  ];
}
