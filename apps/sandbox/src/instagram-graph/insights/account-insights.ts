import type { AccountTimeline } from '../../world/account-timeline.ts';
import type { Calendar, DayNumber } from '../../world/calendar.ts';
import type { DayRecord } from '../../world/day-record.ts';
import { contactButtons, sumBy, surfaces } from '../../world/day-record.ts';
import { demographics } from '../../world/demographics.ts';
import { badParameter } from '../graph-error.ts';
import type { JsonObject } from '../json.ts';
import type { AccountMetric, AccountMetricName } from './account-metrics.ts';
import { accountMetrics, addSurfaces, surfaceCells } from './account-metrics.ts';
import type { InsightRequest } from './insight-request.ts';
import type { InsightRules } from './insight-behaviour.ts';
import type { InsightWindow } from './insight-window.ts';
import { graphTime } from './insight-window.ts';
import { reportedDay, reportedWindow } from './reported-counts.ts';

const retentionDays = 729;
/** The service forgets who followed after about a year. */
const followTypeDays = 365;
const fewFollowers = 100;
type Cell = [value: string, count: number];

interface InsightContext {
  timeline: AccountTimeline;
  calendar: Calendar;
  request: InsightRequest;
  window: InsightWindow;
  rules: InsightRules;
  now: number;
}

/** Returns the `data` for one insights call: like the service, it omits metrics without data. */
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
  const toRecords = (some: DayNumber[]) =>
    some.flatMap((day) => reportedDay(context.timeline, day, context.now, context.rules) ?? []);
  const records = toRecords(days);
  const remembered = hasForgotten(context, days) ? toRecords(daysWithFollowTypes(context, days)) : records;
  return totalContent(name, context, { records, remembered, days });
}

function daysWithData({ timeline, calendar, request, window, now }: InsightContext): DayNumber[] {
  const today = calendar.dayAt(now);
  const covered = request.metricType === 'total_value' ? window.days : window.seriesDays;
  return covered.filter((day) => day >= timeline.insightsSince && day <= today && day >= today - retentionDays);
}

function daysWithFollowTypes({ calendar, now }: InsightContext, days: DayNumber[]): DayNumber[] {
  return days.filter((day) => calendar.dayAt(now) - day <= followTypeDays);
}

/**
 * Returns true for days beyond about a year: totals continue while their cells by follow type stand still, without any
 * error.
 */
function hasForgotten(context: InsightContext, days: DayNumber[]): boolean {
  return (
    context.rules.forgetsFollowTypes &&
    context.request.breakdown === 'follow_type' &&
    daysWithFollowTypes(context, days).length < days.length
  );
}

/** Returns the time that a series gives a day. */
function seriesTime({ calendar, rules }: InsightContext, day: DayNumber): string {
  return graphTime(calendar.startOfDay(rules.datesByEnd ? day + 1 : day));
}

function reachContent(context: InsightContext, days: DayNumber[]): JsonObject | undefined {
  const { timeline, request, now, rules } = context;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = { day: 1, week: 7, days_28: 28 }[
    request.period === 'week' || request.period === 'days_28' ? request.period : 'day'
  ];
  const since = (day: DayNumber) => Math.max(timeline.insightsSince, day);
  const people = (from: DayNumber, to: DayNumber) =>
    reportedWindow(timeline, { first: since(from), last: to, now }, rules);
  if (request.metricType !== 'total_value') {
    const values = days.map((day) => ({
      value: people(day - span + 1, day)?.reach ?? 0,
      end_time: seriesTime(context, day),
    }));
    return { values };
  }
  const start = span === 1 ? first : last - span + 1;
  const unique = people(start, last);
  if (!unique) return undefined;
  if (request.breakdown !== 'follow_type')
    return totalValue(
      unique.reach,
      request.breakdown,
      surfaces.map((surface): Cell => [surface, unique.reachBySurface[surface]]),
    );
  const [oldest] = daysWithFollowTypes(context, days);
  const remembered = !hasForgotten(context, days)
    ? unique
    : oldest === undefined
      ? undefined
      : people(Math.max(start, oldest), last);
  return totalValue(unique.reach, request.breakdown, [
    ['FOLLOWER', remembered?.followerReach ?? 0],
    ['NON_FOLLOWER', remembered?.nonFollowerReach ?? 0],
    ['UNKNOWN', remembered?.unknownReach ?? 0],
  ]);
}

function totalContent(
  name: Exclude<
    AccountMetricName,
    'reach' | 'follower_count' | 'online_followers' | 'follower_demographics' | 'engaged_audience_demographics'
  >,
  { timeline, request, now, rules }: InsightContext,
  { records, remembered, days }: { records: DayRecord[]; remembered: DayRecord[]; days: DayNumber[] },
): JsonObject | undefined {
  const sum = (toCount: (record: DayRecord) => number, some = records) =>
    some.reduce((total, record) => total + toCount(record), 0);
  switch (name) {
    case 'accounts_engaged':
      return totalValue(
        reportedWindow(timeline, { first: days[0] ?? 0, last: days.at(-1) ?? 0, now }, rules)?.engaged ?? 0,
      );
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
        ['FOLLOWER', sum((record) => record.follows, remembered)],
        ['NON_FOLLOWER', sum((record) => record.unfollows, remembered)],
      ];
      // There is no total, and zero cells are left out, so that a day without changes looks like a forgotten one.
      return { total_value: { breakdowns: [toBreakdown('follow_type', cells)] } };
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
          ['FOLLOWER', sum((record) => record.followerViews, remembered)],
          ['NON_FOLLOWER', sum((record) => record.nonFollowerViews, remembered)],
          ['UNKNOWN', sum((record) => record.unknownViews, remembered)],
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

/** Omits empty segments; if all are empty, also the list. */
function toBreakdown(dimension: string, cells: Cell[]): JsonObject {
  const results = cells
    .filter(([, count]) => count !== 0)
    .map(([value, count]) => ({ dimension_values: [value], value: count }));
  return { dimension_keys: [dimension], ...(results.length > 0 && { results }) };
}

/** Returns new followers, not reduced by unfollows; the current day is not reported. */
function followerCountContent(context: InsightContext): JsonObject | undefined {
  const { timeline, calendar, window, now } = context;
  const today = calendar.dayAt(now);
  if (window.seriesDays.some((day) => day < today - 30 || day >= today)) {
    throw badParameter(
      '(follower_count) metric only supports querying data for the last 30 days excluding the current day',
    );
  }
  const values = daysWithData(context).flatMap((day) => {
    const record = timeline.dayAt(day, now);
    return record ? [{ value: record.follows, end_time: seriesTime(context, day) }] : [];
  });
  return values.length > 0 ? { values } : undefined;
}

function onlineContent(context: InsightContext): JsonObject | undefined {
  const { timeline, calendar, window, now } = context;
  const today = calendar.dayAt(now);
  const values = window.seriesDays
    .filter((day) => day >= timeline.insightsSince && day > today - 31 && day <= today)
    .map((day) => ({
      value: day === today ? {} : timeline.onlineFollowers(day),
      end_time: seriesTime(context, day),
    }));
  return values.length > 0 ? { values } : undefined;
}

function demographicContent(
  name: 'follower_demographics' | 'engaged_audience_demographics',
  context: InsightContext,
): JsonObject | undefined {
  const { timeline, calendar, request, now, rules } = context;
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
      : (reportedWindow(timeline, { first: today - request.timeframeDays, last: today - 1, now }, rules)?.engaged ?? 0);
  if (people < fewFollowers) return undefined;
  const lean = name === 'follower_demographics' ? '' : 'engaged';
  const results = demographics(timeline.account, breakdown, people, lean).map(({ values, count }) => ({
    dimension_values: values,
    value: count,
  }));
  return { total_value: { breakdowns: [{ dimension_keys: breakdown.split(','), results }] } };
}
