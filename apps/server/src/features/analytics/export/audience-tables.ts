import { type FollowerDemographics, type MediaActivity, genders } from '@tidemark/contract';
import { readOnce, type Table, type Value } from '../../../platform/files/table.ts';
import { loadActivity } from '../audience-activity/load-activity.ts';
import { loadDemographics } from '../demographics/load-demographics.ts';
import { toPercentage } from '../formulas/to-percentage.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { exactnessColumns, toExactnessCells } from './value-columns.ts';

/** Tabulates followers by age and gender, country and city, with their share among those that Instagram reports. */
export function demographicsTable(deps: ExportDeps, { scope, periods }: ExportRequest): Table {
  return {
    name: 'demographics',
    title: 'Demographics',
    columns: [
      { name: 'as_of', kind: 'day' },
      { name: 'dimension' },
      { name: 'age_group' },
      { name: 'gender' },
      { name: 'country' },
      { name: 'city' },
      { name: 'followers' },
      { name: 'percent' },
      ...exactnessColumns,
    ],
    rows: readOnce(async function* () {
      const demographics = await deps.load((db) => loadDemographics(db, scope, periods.current.to));
      const { asOf, approx } = demographics;
      for (const { value, total, ...part } of listParts(demographics))
        yield {
          as_of: asOf,
          ...part,
          followers: value,
          percent: toPercentage(value, total),
          ...toExactnessCells(approx),
        };
    }),
  };
}

interface Part {
  dimension: string;
  age_group?: string;
  gender?: string;
  country?: string | null;
  city?: string;
  value: number;
  /** All followers in the dimension. */
  total: number;
}

function listParts({ ageGender, countries, cities }: FollowerDemographics): Part[] {
  const { byAgeGroup, total } = ageGender;
  const cells = byAgeGroup.flatMap(({ ageGroup, genderDist }) =>
    genderDist.map(({ gender, value }) => ({ age_group: ageGroup, gender, value })),
  );
  const sumGender = (gender: string) =>
    cells.filter((cell) => cell.gender === gender).reduce((sum, { value }) => sum + value, 0);
  return [
    ...byAgeGroup.map(({ ageGroup, value }) => ({ dimension: 'age', age_group: ageGroup, value, total })),
    ...genders.map((gender) => ({ dimension: 'gender', gender, value: sumGender(gender), total })),
    ...cells.map((cell) => ({ dimension: 'age_gender', ...cell, total })),
    ...countries.allCountries.map(({ countryCode, value }) => ({
      dimension: 'country',
      country: countryCode,
      value,
      total: countries.total,
    })),
    ...cities.top10.map(({ cityName, countryCode, value }) => ({
      dimension: 'city',
      city: cityName,
      country: countryCode,
      value,
      total: cities.total,
    })),
  ];
}

const blocks = ['00:00', '04:00', '08:00', '12:00', '16:00', '20:00'];

/** Tabulates posts and interactions by weekday and four-hour block, in the viewer's time zone. */
export function activityTable(deps: ExportDeps, { scope, periods, zone }: ExportRequest): Table {
  return {
    name: 'activity',
    title: 'Activity',
    columns: [
      { name: 'weekday' },
      { name: 'block_starts' },
      { name: 'time_zone' },
      { name: 'posts' },
      { name: 'interactions' },
    ],
    rows: readOnce(async function* () {
      const { data } = await deps.load((db) => loadActivity(db, scope, { period: periods.current, zone }));
      for (const { weekday, buckets, interactions } of data)
        for (const [block, starts] of blocks.entries())
          yield {
            weekday,
            block_starts: starts,
            time_zone: zone ?? 'UTC',
            posts: buckets[block] ?? 0,
            interactions: interactions[block] ?? 0,
          };
    }),
  };
}

const nameKinds = { hashtags: 'hashtag', mentions: 'mention', collabs: 'collaboration' } as const;

/** Tabulates names in the range's posts, most used first. */
export function namesTable(deps: ExportDeps, { scope, periods, zone }: ExportRequest): Table {
  return {
    name: 'names',
    title: 'Hashtags and mentions',
    columns: [{ name: 'kind' }, { name: 'name' }, { name: 'posts' }],
    rows: readOnce(async function* () {
      const activity = await deps.load((db) => loadActivity(db, scope, { period: periods.current, zone }));
      for (const kind of ['hashtags', 'mentions', 'collabs'] as const)
        for (const [name, posts] of byCount(activity[kind])) yield { kind: nameKinds[kind], name, posts } satisfies Row;
    }),
  };
}

type Row = Record<string, Value>;

function byCount(counts: MediaActivity['hashtags']): [string, number][] {
  return Object.entries(counts).toSorted(([, one], [, other]) => other - one);
}
