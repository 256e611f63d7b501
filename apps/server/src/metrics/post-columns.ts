import { listNames } from '@tidemark/contract/map-names';
import { postMetrics, type PostMetricRow, type PostRequest } from './post-metrics.ts';

type Rows = typeof postMetrics;
type ColumnsWith<Mark> = { [Name in keyof Rows]: Rows[Name] extends Mark ? Rows[Name]['column'] : never }[keyof Rows];

/** Columns of lifetime totals in `media`. */
export type PostColumn = NonNullable<Rows[keyof Rows]['column']>;
/** Columns of daily deltas in `media_day`. */
export type DeltaColumn = ColumnsWith<{ hasDeltas: true }>;
/** Columns of totals by age in `media_measurement`. */
export type MeasuredColumn = ColumnsWith<{ isMeasured: true }>;

const rows: readonly PostMetricRow[] = Object.values(postMetrics);

export const postColumns = listColumns<PostColumn>(() => true);
export const deltaColumns = listColumns<DeltaColumn>(({ hasDeltas }) => hasDeltas === true);
export const measuredColumns = listColumns<MeasuredColumn>(({ isMeasured }) => isMeasured === true);
/** Columns that lists of posts fill. */
export const listedColumns = listColumns<PostColumn>(({ instagram }) => instagram?.asked.includes('posts') === true);

/** The type says which rows have the mark that the condition reads. */
function listColumns<Column extends PostColumn>(has: (row: PostMetricRow) => boolean): Column[] {
  return rows.filter((row) => has(row)).flatMap(({ column }) => column ?? []) as Column[];
}

/** Lists Instagram's names of the metrics that a request asks for. */
export function listAsked(request: PostRequest): string[] {
  return rows.flatMap(({ instagram }) => (instagram?.asked.includes(request) ? [instagram.name] : []));
}

type RowName = keyof Rows;

/** All rows by name, as one type. */
export const postMetricRows = listNames(postMetrics).map(
  (name): [RowName, PostMetricRow & { column: PostColumn | null }] => [name, postMetrics[name]],
);

/** Returns a metric's name in exported files. */
export function toExportName(metric: RowName): string {
  const { exportName = metric }: PostMetricRow = postMetrics[metric];
  return exportName;
}
