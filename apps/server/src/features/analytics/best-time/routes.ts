import { addDays, bestTimeWeeks, getBestTime, onlineDays } from '@tidemark/contract';
import { dayIn } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { toBestTime } from '../formulas/best-time.ts';
import { hoursOfWeek, toHourOfWeek } from '../formulas/weekly-effects.ts';
import { toPostZone } from '../published-within.ts';
import { countOnlineDays, listOnlineHours, listPostResults, type OnlineHour } from './queries.ts';

const hour = 3_600_000;
/** Younger posts still collect most of their interactions. */
const minAgeMillis = 48 * hour;

export function bestTimeRoutes({ db, clock, dayZone }: AnalyticsDeps) {
  return [
    route(getBestTime, async ({ viewer, body }) => {
      const scope = await requireAccounts(db, viewer, [body.accountId]);
      const now = clock();
      const zone = toPostZone(body.timeZone) ?? dayZone;
      const fromDay = addDays(dayIn(dayZone, now), -onlineDays);
      const [posts, online, days] = await Promise.all([
        listPostResults(db, scope, {
          from: new Date(now.getTime() - bestTimeWeeks * 7 * 24 * hour),
          to: new Date(now.getTime() - minAgeMillis),
          zone,
          format: body.format,
        }),
        listOnlineHours(db, scope, { fromDay, zone, dayZone }),
        countOnlineDays(db, scope, fromDay),
      ]);
      const followers = online.length > 0 ? toWeek(online) : null;
      return { posts: posts.length, ...toBestTime(posts, followers), online: followers && { days, followers } };
    }),
  ];
}

function toWeek(online: readonly OnlineHour[]): (number | null)[] {
  const week = Array.from<number | null>({ length: hoursOfWeek }).fill(null);
  for (const { followers, ...time } of online) week[toHourOfWeek(time)] = Math.round(followers);
  return week;
}
