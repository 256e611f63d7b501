import { dayMetrics, type DayMetricRow } from '../../../metrics/day-metrics.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Period } from '../formulas/period.ts';
import type { Answer } from './answer-source.ts';
import type { EvidenceColumn } from './part-columns.ts';

/** Place of a value within a JSON document. */
export type JsonPath = (string | number)[];

/** The part of an answer that contains a value. */
export interface UsedEntry {
  answer: Answer;
  /** A field of the account; null for an entry among its insights. */
  field: string | null;
  entry: unknown;
  /** Lead from the entry to the values that add up to the number. */
  places: JsonPath[];
}

interface Source {
  metric: string;
  /** Best first: a metric that is refused with its breakdown is requested without it. */
  breakdowns: readonly (string | undefined)[];
  /** Selects the breakdown's rows, unless the number is the total. */
  isCell?: (value: string) => boolean;
}

const surfaces = ['media_product_type', undefined];
const is =
  (...names: string[]) =>
  (value: string) =>
    names.includes(value);
const surfaceNames = {
  post: ['POST', 'FEED'],
  reel: ['REEL', 'REELS'],
  story: ['STORY', 'STORIES'],
  carousel: ['CAROUSEL_CONTAINER', 'CAROUSEL_ALBUM', 'CAROUSEL_ITEM'],
  ad: ['AD'],
};
const known = Object.values(surfaceNames).flat();

function toSource(column: Exclude<EvidenceColumn, 'followers'>): Source {
  if (column in dayMetrics) {
    const { instagram }: DayMetricRow = dayMetrics[column as keyof typeof dayMetrics]; // checked by `in`
    const { name: metric, cell, asked } = instagram;
    if (cell) return { metric, breakdowns: [cell.breakdown], isCell: is(cell.value) };
    const others = metric === 'reach' ? ['follow_type'] : [];
    return { metric, breakdowns: asked.includes('surface') ? [...surfaces, ...others] : [undefined] };
  }
  const [, name = '', part = ''] = /^(reach|views|interactions)_(.+)$/.exec(column) ?? [];
  const metric = name === 'interactions' ? 'total_interactions' : name;
  if (part === 'follower' || part === 'non_follower')
    return { metric, breakdowns: ['follow_type'], isCell: is(part.toUpperCase()) };
  const names = part === 'other' ? null : surfaceNames[part as keyof typeof surfaceNames]; // the columns' other parts
  return {
    metric,
    breakdowns: ['media_product_type'],
    isCell: (value) => (names ? names.includes(value) : !known.includes(value)),
  };
}

/** Finds the answer that contains a column's value over these days. */
export function findColumn(
  answers: readonly Answer[],
  column: EvidenceColumn,
  { accountId, days, dayZone }: { accountId: string; days: { from: string; to: string }; dayZone: string },
): UsedEntry | null {
  if (column === 'followers') return findFollowers(answers, accountId);
  const { metric, breakdowns, isCell } = toSource(column);
  const candidates = answers.filter((answer) => {
    if (!isTotal(answer, accountId) || !String(answer.parameters['metric']).split(',').includes(metric)) return false;
    const asked = toDays(answer, dayZone);
    return asked?.from === days.from && asked.to === days.to;
  });
  for (const breakdown of breakdowns)
    for (const answer of candidates.filter(({ parameters }) => parameters['breakdown'] === breakdown)) {
      const entry = listEntries(answer.body).find((one) => at(one, ['name']) === metric);
      const places = isCell ? findCells(entry, isCell) : [['total_value', 'value']];
      if (places?.every((place) => isUsable(at(entry, place)))) return { answer, field: null, entry, places };
    }
  return null;
}

/** Returns true for an answer with totals of an account's insights. */
export function isTotal({ path, parameters }: Answer, accountId: string): boolean {
  return path === `${accountId}/insights` && parameters['metric_type'] === 'total_value';
}

/** Days by answer: each answer is asked for every value, and formatting a day takes longer than the rest. */
const knownDays = new WeakMap<Answer, Period | null>();

/** Returns the days that an answer is about; null if it is about no range. */
export function toDays(answer: Answer, dayZone: string): Period | null {
  const known = knownDays.get(answer);
  if (known !== undefined) return known;
  const { since, until } = answer.parameters;
  const [from, to] = [toDay(since, dayZone), toDay(until, dayZone)];
  const days = from !== null && to !== null ? { from, to } : null;
  knownDays.set(answer, days);
  return days;
}

/** Adds up the values at the used places; a table without the rows counts as zero. */
export function sumUsed({ field, entry, places }: UsedEntry): number {
  if (field !== null) return Number(entry);
  return places.reduce((sum, place) => {
    const value = at(entry, place);
    return sum + (typeof value === 'number' ? value : 0);
  }, 0);
}

function findFollowers(answers: readonly Answer[], accountId: string): UsedEntry | null {
  const field = 'followers_count';
  const answer = answers.find(({ path, body }) => path === accountId && typeof at(body, [field]) === 'number');
  return answer ? { answer, field, entry: at(answer.body, [field]), places: [[]] } : null;
}

/** Returns the places of a breakdown's rows, or of a table without them, in which they count as zero. */
function findCells(entry: unknown, isCell: (value: string) => boolean): JsonPath[] | null {
  const table: JsonPath = ['total_value', 'breakdowns', 0, 'results'];
  const rows = at(entry, table);
  // A total of 0 comes without rows.
  if (!Array.isArray(rows)) return at(entry, ['total_value', 'value']) === 0 ? [['total_value', 'value']] : null;
  const places = rows.flatMap((row, index) => {
    const values = at(row, ['dimension_values']);
    const isFound = Array.isArray(values) && values.some((value) => isCell(String(value).toUpperCase()));
    return isFound ? [[...table, index, 'value']] : [];
  });
  return places.length === 0 ? [table] : places;
}

function isUsable(value: unknown): boolean {
  return typeof value === 'number' || Array.isArray(value);
}

/** The place of a post's value in an answer. */
export interface PostPlace {
  insight: string;
  /** The row of the insight's breakdown, unless the value is the total. */
  cell?: string;
  /** The post's field that has it too. */
  field: string | undefined;
}

interface PostValue {
  body: unknown;
  place: JsonPath;
  value: number;
}

/** Finds a post's value in an answer: in its own insights, in a list of posts, or among a post's fields. */
export function findPostValue(answer: Answer, mediaId: string, { field, ...where }: PostPlace): PostValue | null {
  if (answer.path === `${mediaId}/insights`) return findInsight(answer.body, where);
  const node = [answer.body, ...listEntries(answer.body)].find((one) => at(one, ['id']) === mediaId);
  if (node === undefined) return null;
  const isListed = node !== answer.body;
  const wrap = (part: object, place: JsonPath, value: number) => {
    const own = { id: mediaId, ...part };
    return isListed ? { body: { data: [own] }, place: ['data', 0, ...place], value } : { body: own, place, value };
  };
  const found = findInsight(at(node, ['insights']), where);
  if (found) return wrap({ insights: found.body }, ['insights', ...found.place], found.value);
  const value = field === undefined ? undefined : at(node, [field]);
  return field !== undefined && typeof value === 'number' ? wrap({ [field]: value }, [field], value) : null;
}

function findInsight(reply: unknown, { insight, cell }: Omit<PostPlace, 'field'>): PostValue | null {
  const index = listEntries(reply).findIndex((one) => at(one, ['name']) === insight);
  const entry = listEntries(reply)[index];
  if (entry === undefined) return null;
  const [cellPlace] = (cell === undefined ? null : findCells(entry, (value) => value === cell)) ?? [];
  const places = cell === undefined ? totalPlaces : cellPlace ? [cellPlace] : [];
  for (const place of places) {
    const value = at(entry, place);
    // A table without the row counts as zero.
    if (isUsable(value))
      return {
        body: { data: [entry] },
        place: ['data', 0, ...place],
        value: typeof value === 'number' ? value : 0,
      };
  }
  return null;
}

const totalPlaces: JsonPath[] = [
  ['total_value', 'value'],
  ['values', 0, 'value'],
];

export function listEntries(body: unknown): unknown[] {
  const data = at(body, ['data']);
  return Array.isArray(data) ? data : [];
}

/** Returns the value at a place in a parsed JSON document. */
export function at(value: unknown, place: JsonPath): unknown {
  return place.reduce<unknown>(
    (inner, step) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<string | number, unknown>)[step] : undefined, // JSON has no other keys
    value,
  );
}

function toDay(seconds: string | number | undefined, dayZone: string): string | null {
  return typeof seconds === 'number' ? dayIn(dayZone, new Date(seconds * 1000)) : null;
}
