import type { AccountTimeline } from '../../world/account-timeline.ts';
import type { Calendar, DayNumber } from '../../world/calendar.ts';
import type { DayRecord } from '../../world/day-record.ts';
import { contactButtons, sumBy, surfaces } from '../../world/day-record.ts';
import { demographics } from '../../world/demographics.ts';
import { uniqueWindow } from '../../world/unique-window.ts';
import { badParameter } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import type { AccountMetric, AccountMetricName } from './account-metrics.ts';
import { accountMetrics, addSurfaces, surfaceCells } from './account-metrics.ts';
import type { InsightRequest } from './insight-request.ts';
import type { InsightWindow } from './insight-window.ts';
import { graphTime } from './insight-window.ts';

const retentionDays = 730;
const fewFollowers = 100;
type Cell = [value: string, count: number];

interface InsightContext {
  timeline: AccountTimeline;
  calendar: Calendar;
  request: InsightRequest;
  window: InsightWindow;
  now: number;
}

/** The `data` of one insights call: like the service, it omits metrics without data. */
export function accountInsights(context: InsightContext): JsonObject[] {
  return context.request.metrics.flatMap((name) => {
    const metric = accountMetrics[name];
    if (metric.needsFollowers && context.timeline.followersAt(context.now) < fewFollowers) return [];
    const content = toContent(name, context);
    return content
      ? [
          {
            ...frame(context, name, metric),
            ...content,
            id: `${context.timeline.account.id}/insights/${name}/${context.request.period}`,
          },
        ]
      : [];
  });
}

function frame({ request }: InsightContext, name: string, { title, description }: AccountMetric): JsonObject {
  return { name, period: request.period, title, description };
}

function toContent(name: AccountMetricName, context: InsightContext): JsonObject | undefined {
  if (name === 'follower_demographics' || name === 'engaged_audience_demographics')
    return demographicContent(name, context);
  if (name === 'online_followers') return onlineContent(context);
  if (name === 'follower_count') return followerCountContent(context);
  const days = daysWithData(context);
  if (days.length === 0) return undefined;
  if (name === 'reach') return reachContent(context, days);
  const records = days.flatMap((day) => context.timeline.dayAt(day, context.now) ?? []);
  return totalContent(name, context, records, days);
}

function daysWithData({ timeline, calendar, request, window, now }: InsightContext): DayNumber[] {
  const today = calendar.dayAt(now);
  const covered = request.metricType === 'total_value' ? window.startingDays : window.endingDays;
  return covered.filter((day) => day >= timeline.insightsSince && day <= today && day > today - retentionDays - 1);
}

function reachContent({ timeline, calendar, request, now }: InsightContext, days: DayNumber[]): JsonObject | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = { day: 1, week: 7, days_28: 28 }[
    request.period === 'week' || request.period === 'days_28' ? request.period : 'day'
  ];
  if (request.metricType !== 'total_value') {
    const values = days.map((day) => ({
      value: uniqueWindow(timeline, Math.max(timeline.insightsSince, day - span + 1), day, now)?.reach ?? 0,
      end_time: graphTime(calendar.startOfDay(day + 1)),
    }));
    return { values };
  }
  const unique = uniqueWindow(
    timeline,
    Math.max(timeline.insightsSince, span === 1 ? first : last - span + 1),
    last,
    now,
  );
  if (!unique) return undefined;
  const cells: Cell[] =
    request.breakdown === 'follow_type'
      ? [
          ['FOLLOWER', unique.followerReach],
          ['NON_FOLLOWER', unique.nonFollowerReach],
          ['UNKNOWN', unique.unknownReach],
        ]
      : surfaces.map((surface): Cell => [surface, unique.reachBySurface[surface]]);
  return totalValue(unique.reach, request.breakdown, cells);
}

function totalContent(
  name: Exclude<
    AccountMetricName,
    'reach' | 'follower_count' | 'online_followers' | 'follower_demographics' | 'engaged_audience_demographics'
  >,
  { timeline, request, now }: InsightContext,
  records: DayRecord[],
  days: DayNumber[],
): JsonObject | undefined {
  const sum = (toCount: (record: DayRecord) => number) => records.reduce((total, record) => total + toCount(record), 0);
  switch (name) {
    case 'accounts_engaged':
      return totalValue(uniqueWindow(timeline, days[0] ?? 0, days.at(-1) ?? 0, now)?.engaged ?? 0);
    case 'website_clicks':
      return totalValue(sum((record) => record.websiteClicks));
    case 'profile_views':
      return totalValue(sum((record) => record.profileViews));
    case 'replies':
      return totalValue(sum((record) => record.replies));
    case 'reposts':
      return totalValue(sum((record) => sumBy(record.reposts)));
    case 'follows_and_unfollows': {
      if (request.breakdown === undefined) return { total_value: {} };
      const cells: Cell[] = [
        ['FOLLOWER', sum((record) => record.follows)],
        ['NON_FOLLOWER', sum((record) => record.unfollows)],
      ];
      // There is no total here: without the zeros, a day without changes would look like one without data.
      return { total_value: { breakdowns: [toBreakdown('follow_type', cells, { zeros: true })] } };
    }
    case 'profile_links_taps': {
      const cells = contactButtons.map((button): Cell => [button, sum((record) => record.linkTaps[button])]);
      return totalValue(
        sum((record) => sumBy(record.linkTaps)),
        request.breakdown,
        cells,
      );
    }
    case 'views':
      if (request.breakdown === 'follow_type') {
        const cells: Cell[] = [
          ['FOLLOWER', sum((record) => record.followerViews)],
          ['NON_FOLLOWER', sum((record) => record.nonFollowerViews)],
          ['UNKNOWN', sum((record) => record.unknownViews)],
        ];
        return totalValue(
          sum((record) => sumBy(record.views)),
          request.breakdown,
          cells,
        );
      }
      return surfaceTotal(name, request, records);
    default:
      return surfaceTotal(name, request, records);
  }
}

function surfaceTotal(
  name: Parameters<typeof surfaceCells>[0],
  { breakdown }: InsightRequest,
  records: DayRecord[],
): JsonObject {
  const cells = addSurfaces(records.map((record) => surfaceCells(name, record)));
  return totalValue(
    sumBy(cells),
    breakdown,
    surfaces.map((surface): Cell => [surface, cells[surface]]),
  );
}

function totalValue(value: number, breakdown?: string, cells: Cell[] = []): JsonObject {
  return { total_value: { value, ...(breakdown !== undefined && { breakdowns: [toBreakdown(breakdown, cells)] }) } };
}

/** Empty segments are omitted; if all are empty, so is the list. */
function toBreakdown(dimension: string, cells: Cell[], { zeros = false } = {}): JsonObject {
  const results = cells
    .filter(([, count]) => zeros || count > 0)
    .map(([value, count]) => ({ dimension_values: [value], value: count }));
  return { dimension_keys: [dimension], ...(results.length > 0 && { results }) };
}

/** New followers, not reduced by unfollows; the current day is not reported. */
function followerCountContent(context: InsightContext): JsonObject | undefined {
  const { timeline, calendar, window, now } = context;
  const today = calendar.dayAt(now);
  if (window.endingDays.some((day) => day < today - 30)) {
    throw badParameter(
      '(follower_count) metric only supports querying data for the last 30 days excluding the current day',
    );
  }
  const values = daysWithData(context)
    .filter((day) => day < today)
    .flatMap((day) => {
      const record = timeline.dayAt(day, now);
      return record ? [{ value: record.follows, end_time: graphTime(calendar.startOfDay(day + 1)) }] : [];
    });
  return values.length > 0 ? { values } : undefined;
}

function onlineContent({ timeline, calendar, window, now }: InsightContext): JsonObject | undefined {
  const today = calendar.dayAt(now);
  const values = window.endingDays
    .filter((day) => day >= timeline.insightsSince && day > today - 31 && day <= today)
    .map((day) => ({
      value: day === today ? {} : timeline.onlineFollowers(day),
      end_time: graphTime(calendar.startOfDay(day + 1)),
    }));
  return values.length > 0 ? { values } : undefined;
}

function demographicContent(
  name: 'follower_demographics' | 'engaged_audience_demographics',
  context: InsightContext,
): JsonObject | undefined {
  const { timeline, calendar, request, now } = context;
  const { breakdown } = request;
  if (breakdown === undefined) return { total_value: {} };
  if (
    breakdown !== 'age' &&
    breakdown !== 'gender' &&
    breakdown !== 'age,gender' &&
    breakdown !== 'city' &&
    breakdown !== 'country'
  )
    return undefined;
  const today = calendar.dayAt(now);
  const people =
    name === 'follower_demographics'
      ? timeline.followersBefore(today)
      : (uniqueWindow(timeline, today - request.timeframeDays, today - 1, now)?.engaged ?? 0);
  if (people < fewFollowers) return undefined;
  const lean = name === 'follower_demographics' ? '' : 'engaged';
  const results = demographics(timeline.account, breakdown, people, lean).map(({ values, count }) => ({
    dimension_values: values,
    value: count,
  }));
  return { total_value: { breakdowns: [{ dimension_keys: breakdown.split(','), results }] } };
}
