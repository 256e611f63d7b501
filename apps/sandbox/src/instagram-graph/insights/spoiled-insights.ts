import type { FaultName, FaultParams } from '../../faults.ts';
import type { Json, JsonObject } from '../json.ts';

/** Applies faults that change metrics in one insights response; `params.metrics` names them, by default the first. */
export function spoilInsights(data: JsonObject[], strike: (fault: FaultName) => FaultParams | undefined): JsonObject[] {
  let spoiled = data;
  const missing = strike('missing-metric');
  if (missing) spoiled = spoiled.filter((metric, index) => !isMeant(missing, metric, index));
  const revised = strike('revised-days');
  if (revised)
    spoiled = spoiled.map((metric) => mapNumbers(metric, (value) => Math.round(value * revised.number('factor', 1.1))));
  const absent = strike('null-metric');
  if (absent)
    spoiled = spoiled.map((metric, index) =>
      isMeant(absent, metric, index) ? mapNumbers(metric, () => null) : metric,
    );
  const noData = strike('no-data-breakdown');
  if (noData) spoiled = spoiled.map((metric, index) => (isMeant(noData, metric, index) ? withoutData(metric) : metric));
  if (strike('contradicting-cells')) spoiled = spoiled.map((metric) => withLargerCells(metric));
  return spoiled;
}

function withLargerCells(metric: JsonObject): JsonObject {
  const total = metric['total_value'];
  if (!isObject(total) || !Array.isArray(total['breakdowns'])) return metric;
  const breakdowns = total['breakdowns'].map((breakdown) => mapValue(breakdown, (value) => 3 * value + 1));
  return { ...metric, total_value: { ...total, breakdowns } };
}

function isMeant(params: FaultParams, metric: JsonObject, index: number): boolean {
  return params.has('metrics') ? isNamed(metric, params.list('metrics')) : index === 0;
}

export function isNamed({ name }: JsonObject, names: string[]): boolean {
  return typeof name === 'string' && names.includes(name);
}

/** Removes both total and cells, which is how the service reports "no data" for a breakdown. */
function withoutData(metric: JsonObject): JsonObject {
  const total = metric['total_value'];
  if (!isObject(total) || !Array.isArray(total['breakdowns'])) return metric;
  const breakdowns = total['breakdowns'].flatMap((breakdown) =>
    isObject(breakdown) ? [{ dimension_keys: breakdown['dimension_keys'] }] : [],
  );
  return { ...metric, total_value: { breakdowns } };
}

export function mapNumbers(metric: JsonObject, change: (value: number) => number | null): JsonObject {
  return Object.fromEntries(
    Object.entries(metric).map(([name, item]) => [name, item === undefined ? undefined : mapValue(item, change)]),
  );
}

function mapValue(value: Json, change: (value: number) => number | null): Json {
  if (typeof value === 'number') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change));
  return isObject(value) ? mapNumbers(value, change) : value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
