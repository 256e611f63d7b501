import {
  type AccountEvent,
  addDays,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  maxAnnotationsPerUser,
  updateAnnotation,
} from '@tidemark/contract';
import { listRedefinitions } from '../../../metrics/redefinitions.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import { isClient, route, type Viewer } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toPeriod } from '../formulas/period.ts';
import { toPostZone } from '../published-within.ts';
import {
  insertAnnotation,
  listGaps,
  listLoginEvents,
  listPublishedDays,
  listUserAnnotations,
  removeAnnotation,
  replaceAnnotation,
} from './queries.ts';

export function annotationRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  async function requireAnnotated(viewer: Viewer, accountId: string | null): Promise<void> {
    if (accountId !== null) await requireAccounts(db, viewer, [accountId]);
  }

  return [
    route(listAnnotations, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, body.accountIds);
      const period = toPeriod(body.startDate, body.endDate);
      const zone = toPostZone(body.timeZone) ?? dayZone;
      const span = { start: startOfDay(zone, period.from), end: startOfDay(zone, addDays(period.to, 1)) };
      const [annotations, gaps, logins, publishedDays] = await Promise.all([
        isClient(viewer) ? [] : listUserAnnotations(db, scope, { userId: viewer.userId, period }),
        listGaps(db, scope, span),
        listLoginEvents(db, scope, viewer.userId),
        listPublishedDays(db, scope, { period, zone }),
      ]);
      const events = [...gaps, ...logins].map(({ kind, accountId, from, to }): AccountEvent => {
        const firstDay = dayIn(zone, from);
        // A gap up to midnight does not reach the next day.
        const lastDay = to ? dayIn(zone, new Date(to.getTime() - 1)) : firstDay;
        return { kind, accountId, firstDay, lastDay: lastDay < firstDay ? firstDay : lastDay };
      });
      const redefinitions = listRedefinitions(period).map(({ day, ...redefined }): AccountEvent => {
        return { kind: 'metric_redefined', accountId: null, firstDay: day, lastDay: day, redefined };
      });
      return {
        annotations,
        events: [...events, ...redefinitions]
          .filter(({ firstDay, lastDay }) => firstDay <= period.to && lastDay >= period.from)
          .sort((one, other) => (one.firstDay < other.firstDay ? -1 : one.firstDay > other.firstDay ? 1 : 0)),
        publishedDays,
      };
    }),

    route(createAnnotation, async ({ viewer, body }) => {
      await requireAnnotated(viewer, body.accountId);
      const limit = { userId: viewer.userId, now: clock(), max: maxAnnotationsPerUser };
      const annotation = await insertAnnotation(db, body, limit);
      if (!annotation) throw new ApiError('annotation_limit_reached');
      return annotation;
    }),

    route(updateAnnotation, async ({ viewer, params: { id }, body }) => {
      await requireAnnotated(viewer, body.accountId);
      const annotation = await replaceAnnotation(db, { userId: viewer.userId, id }, body);
      if (!annotation) throw new ApiError('annotation_not_found');
      return annotation;
    }),

    route(deleteAnnotation, async ({ viewer, params: { id } }) => {
      if (!(await removeAnnotation(db, { userId: viewer.userId, id }))) throw new ApiError('annotation_not_found');
      return { id };
    }),
  ];
}
