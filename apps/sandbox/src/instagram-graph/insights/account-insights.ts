import type { AccountTimeline } from '../../world/account-timeline.ts';
import type { Calendar, DayNumber } from '../../world/calendar.ts';
import type { DayRecord } from '../../world/day-record.ts';
import { contactButtons, sumOf, surfaces } from '../../world/day-record.ts';
import { demographics } from '../../world/demographics.ts';
import { onlineFollowers } from '../../world/online-hours.ts';
import { uniqueWindow } from '../../world/unique-window.ts';
import { badParameter } from '../graph-failure.ts';
import type { JsonObject } from '../json.ts';
import type { AccountMetric, AccountMetricName } from './account-metrics.ts';
import { accountMetrics, addSurfaces, surfaceCells } from './account-metrics.ts';
import type { InsightRequest } from './insight-request.ts';
import type { InsightWindow } from './insight-window.ts';
import { graphTime } from './insight-window.ts';

const keptDays = 730;
const fewFollowers = 100;
type Cell = [value: string, count: number];

interface Asked {
  timeline: AccountTimeline;
  calendar: Calendar;
  request: InsightRequest;
  window: InsightWindow;
  now: number;
}

/** The `data` of one insights call: a metric without data is left out, as the service does. */
export function accountInsights(asked: Asked): JsonObject[] {
  return asked.request.metrics.flatMap((name) => {
    const metric = accountMetrics[name];
    if (metric.needsFollowers && asked.timeline.followersAt(asked.now) < fewFollowers) return [];
    const content = contentOf(name, asked);
    return content
      ? [
          {
            ...frame(asked, name, metric),
            ...content,
            id: `${asked.timeline.account.id}/insights/${name}/${asked.request.period}`,
          },
        ]
      : [];
  });
}

function frame({ request }: Asked, name: string, { title, description }: AccountMetric): JsonObject {
  return { name, period: request.period, title, description };
}

function contentOf(name: AccountMetricName, asked: Asked): JsonObject | undefined {
  if (name === 'follower_demographics' || name === 'engaged_audience_demographics')
    return demographicContent(name, asked);
  if (name === 'online_followers') return onlineContent(asked);
  const days = daysWithData(asked);
  if (name === 'follower_count') return followerCountContent(asked, days);
  if (days.length === 0) return undefined;
  if (name === 'reach') return reachContent(asked, days);
  const records = days.flatMap((day) => asked.timeline.dayAsOf(day, asked.now) ?? []);
  return totalContent(name, asked, records, days);
}

function daysWithData({ timeline, calendar, window, now }: Asked): DayNumber[] {
  const today = calendar.dayAt(now);
  return window.days.filter((day) => day >= timeline.insightsSince && day <= today && day > today - keptDays - 1);
}

function reachContent({ timeline, calendar, request, now }: Asked, days: DayNumber[]): JsonObject | undefined {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const span = { day: 1, week: 7, days_28: 28 }[
    request.period === 'week' || request.period === 'days_28' ? request.period : 'day'
  ];
  if (request.metricType !== 'total_value') {
    const values = days.map((day) => ({
      value: uniqueWindow(timeline, Math.max(timeline.insightsSince, day - span + 1), day, now)?.reach ?? 0,
      end_time: graphTime(calendar.startOf(day + 1)),
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
        ]
      : surfaces.map((surface): Cell => [surface, unique.reachBySurface[surface]]);
  return totalValue(unique.reach, request.breakdown, cells);
}

function totalContent(
  name: Exclude<
    AccountMetricName,
    'reach' | 'follower_count' | 'online_followers' | 'follower_demographics' | 'engaged_audience_demographics'
  >,
  { timeline, request, now }: Asked,
  records: DayRecord[],
  days: DayNumber[],
): JsonObject | undefined {
  const sum = (countOf: (record: DayRecord) => number) => records.reduce((total, record) => total + countOf(record), 0);
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
      return totalValue(sum((record) => sumOf(record.reposts)));
    case 'follows_and_unfollows': {
      if (request.breakdown === undefined) return { total_value: {} };
      const cells: Cell[] = [
        ['FOLLOWER', sum((record) => record.follows)],
        ['NON_FOLLOWER', sum((record) => record.unfollows)],
      ];
      return { total_value: { breakdowns: [breakdownOf('follow_type', cells)] } };
    }
    case 'profile_links_taps': {
      const cells = contactButtons.map((button): Cell => [button, sum((record) => record.linkTaps[button])]);
      return totalValue(
        sum((record) => sumOf(record.linkTaps)),
        request.breakdown,
        cells,
      );
    }
    case 'views':
      if (request.breakdown === 'follow_type') {
        const cells: Cell[] = [
          ['FOLLOWER', sum((record) => record.followerViews)],
          ['NON_FOLLOWER', sum((record) => record.nonFollowerViews)],
        ];
        return totalValue(
          sum((record) => sumOf(record.views)),
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
    sumOf(cells),
    breakdown,
    surfaces.map((surface): Cell => [surface, cells[surface]]),
  );
}

function totalValue(value: number, breakdown?: string, cells: Cell[] = []): JsonObject {
  return { total_value: { value, ...(breakdown !== undefined && { breakdowns: [breakdownOf(breakdown, cells)] }) } };
}

/** Segments nobody is in are not listed; with none at all, neither is the list. */
function breakdownOf(dimension: string, cells: Cell[]): JsonObject {
  const results = cells
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ dimension_values: [value], value: count }));
  return { dimension_keys: [dimension], ...(results.length > 0 && { results }) };
}

/** New followers less those who left; the current day is not given. */
function followerCountContent({ timeline, calendar, window, now }: Asked, days: DayNumber[]): JsonObject | undefined {
  const today = calendar.dayAt(now);
  if (window.days.some((day) => day < today - 30)) {
    throw badParameter(
      '(follower_count) metric only supports querying data for the last 30 days excluding the current day',
    );
  }
  const values = days
    .filter((day) => day < today)
    .flatMap((day) => {
      const record = timeline.dayAsOf(day, now);
      return record
        ? [{ value: record.follows - record.unfollows, end_time: graphTime(calendar.startOf(day + 1)) }]
        : [];
    });
  return values.length > 0 ? { values } : undefined;
}

function onlineContent({ timeline, calendar, window, now }: Asked): JsonObject | undefined {
  const today = calendar.dayAt(now);
  const values = window.days
    .filter((day) => day >= timeline.insightsSince && day > today - 31 && day <= today)
    .map((day) => ({
      value: day === today ? {} : onlineFollowers(timeline.account, day, timeline.followersBefore(day)),
      end_time: graphTime(calendar.startOf(day + 1)),
    }));
  return values.length > 0 ? { values } : undefined;
}

function demographicContent(
  name: 'follower_demographics' | 'engaged_audience_demographics',
  asked: Asked,
): JsonObject | undefined {
  const { timeline, calendar, request, now } = asked;
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
