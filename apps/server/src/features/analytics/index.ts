import type { Database } from '../../database/database.ts';
import type { Route } from '../../platform/http/route.ts';
import { audienceActivityRoutes } from './audience-activity/routes.ts';
import { breakdownRoutes } from './breakdowns/routes.ts';
import { demographicsRoutes } from './demographics/routes.ts';
import { highlightRoutes } from './highlights/routes.ts';
import { metricCardRoutes } from './metric-cards/routes.ts';
import { postInsightRoutes } from './post-insights/routes.ts';
import { postRoutes } from './posts/routes.ts';
import { timeseriesRoutes } from './timeseries/routes.ts';

export function analyticsRoutes(needs: { db: Database }): Route[] {
  return [
    ...metricCardRoutes(needs),
    ...breakdownRoutes(needs),
    ...timeseriesRoutes(needs),
    ...postRoutes(needs),
    ...demographicsRoutes(needs),
    ...audienceActivityRoutes(needs),
    ...highlightRoutes(needs),
    ...postInsightRoutes(needs),
  ];
}
