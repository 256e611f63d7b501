import { bestTimeWeeks } from '@tidemark/contract';
import { type Column, readOnce, type Table } from '../../../platform/files/table.ts';
import { loadBestTime } from '../best-time/load-best-time.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const hourColumns: readonly Column[] = [
  { name: 'weekday' },
  { name: 'hour' },
  { name: 'time_zone' },
  { name: 'format' },
  { name: 'weeks' },
  { name: 'posts' },
  { name: 'evidence_posts' },
  { name: 'effect_percent' },
  { name: 'interval_80_low' },
  { name: 'interval_80_high' },
];

/** Tabulates the hours that are better than average, best first. */
export function suggestionsTable(
  deps: ExportDeps,
  { viewer, scope, zone: requestedZone, bestTimeFormat: format }: ExportRequest,
): Table {
  const zone = requestedZone ?? deps.dayZone;
  return {
    name: 'best-time-suggestions',
    title: 'Suggestions',
    columns: hourColumns,
    rows: readOnce(async function* () {
      const { suggestions } = await deps.load((db) =>
        loadBestTime({ ...deps, db }, scope, { zone, format, userId: viewer.userId }),
      );
      for (const { weekday, hour, posts, evidence, percent, low, high } of suggestions)
        yield {
          weekday: weekdays[weekday] ?? null,
          hour,
          time_zone: zone,
          format: format ?? 'all',
          weeks: bestTimeWeeks,
          posts,
          evidence_posts: evidence,
          effect_percent: percent,
          interval_80_low: low,
          interval_80_high: high,
        };
    }),
  };
}

/** Tabulates each weekly hour: how posts did in the last 26 weeks, and how many followers were online. */
export function bestTimeTable(
  deps: ExportDeps,
  { viewer, scope, zone: requestedZone, bestTimeFormat: format }: ExportRequest,
): Table {
  const zone = requestedZone ?? deps.dayZone;
  return {
    name: 'best-time',
    title: 'Best time to post',
    columns: [...hourColumns, { name: 'suggested' }, { name: 'followers_online' }, { name: 'online_days' }],
    rows: readOnce(async function* () {
      const { hours, suggestions, online } = await deps.load((db) =>
        loadBestTime({ ...deps, db }, scope, { zone, format, userId: viewer.userId }),
      );
      for (let hourOfWeek = 0; hourOfWeek < 7 * 24; hourOfWeek += 1) {
        const [weekday, hour] = [Math.floor(hourOfWeek / 24), hourOfWeek % 24];
        const measured = hours?.[hourOfWeek];
        yield {
          weekday: weekdays[weekday] ?? null,
          hour,
          time_zone: zone,
          format: format ?? 'all',
          weeks: bestTimeWeeks,
          posts: measured?.posts ?? null,
          evidence_posts: measured?.evidence ?? null,
          effect_percent: measured?.effect?.percent ?? null,
          interval_80_low: measured?.effect?.low ?? null,
          interval_80_high: measured?.effect?.high ?? null,
          suggested: suggestions.some((one) => one.weekday === weekday && one.hour === hour),
          followers_online: online?.followers[hourOfWeek] ?? null,
          online_days: online?.days ?? null,
        };
      }
    }),
  };
}
