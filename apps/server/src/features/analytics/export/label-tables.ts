import type { LabelComparison, LabelMetric } from '@tidemark/contract';
import { ApiError } from '../../../platform/api-error.ts';
import { type Column, readOnce, type Table, type Value } from '../../../platform/files/table.ts';
import { toLabel } from '../labels/label-rows.ts';
import { loadLabelComparisons, loadLabelTests } from '../labels/load-labels.ts';
import { findLabel, type LabelRow, listLabelRows } from '../labels/queries.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';

type Row = Record<string, Value>;

/** Returns the tables for the labels page. */
export function labelTables(
  deps: ExportDeps,
  { viewer, scope, periods, zone: requestedZone, labelId, labelMetric }: ExportRequest,
) {
  const zone = requestedZone ?? deps.dayZone;
  const isExported = ({ label_id: id }: LabelRow) => labelId === null || id === labelId;
  return {
    /** Throws if the user has no such label. */
    async check(): Promise<void> {
      if (labelId !== null && !(await deps.load((db) => findLabel(db, viewer.userId, labelId))))
        throw new ApiError('label_not_found');
    },
    labels: (): Table => ({
      name: 'labels',
      title: 'Labels',
      columns: [{ name: 'from', kind: 'day' }, { name: 'to', kind: 'day' }, ...labelColumns, ...comparisonColumns],
      rows: readOnce(async function* () {
        const range = { period: periods.current, metric: labelMetric, zone };
        const { labels, comparisons } = await deps.load(async (db) => {
          // Loads all labels, because p is corrected for the number compared.
          const rows = await listLabelRows(db, viewer.userId);
          return { labels: rows, comparisons: await loadLabelComparisons(db, scope, rows, range) };
        });
        for (const label of labels.filter(isExported)) {
          const comparison = comparisons.find((one) => one.labelId === label.label_id);
          yield { ...periods.current, ...toLabelCells(label, labelMetric), ...toComparisonCells(comparison) };
        }
      }),
    }),
    tests: (): Table => ({
      name: 'label-tests',
      title: 'Experiments',
      columns: [
        { name: 'started_at', kind: 'instant' },
        { name: 'result_at', kind: 'instant' },
        ...labelColumns,
        { name: 'posts' },
        ...comparisonColumns,
      ],
      rows: readOnce(async function* () {
        const tests = await deps.load((db) => loadLabelTests(db, viewer, { now: deps.now, zone }));
        for (const { label, posts, result } of tests.filter((one) => isExported(one.label))) {
          const { test } = toLabel(label);
          if (test)
            yield {
              started_at: test.startedAt,
              result_at: test.resultAt,
              ...toLabelCells(label, test.metric),
              posts,
              ...toComparisonCells(result ?? undefined),
            };
        }
      }),
    }),
  };
}

const labelColumns: readonly Column[] = [{ name: 'label' }, { name: 'label_id' }, { name: 'rule' }, { name: 'metric' }];
const comparisonColumns: readonly Column[] = [
  { name: 'labelled_posts' },
  { name: 'labelled_low' },
  { name: 'labelled_median' },
  { name: 'labelled_high' },
  { name: 'other_posts' },
  { name: 'other_low' },
  { name: 'other_median' },
  { name: 'other_high' },
  { name: 'ratio' },
  { name: 'interval_95_low' },
  { name: 'interval_95_high' },
  { name: 'p' },
  { name: 'adjusted_p' },
  { name: 'left_out' },
  { name: 'compared_formats' },
  { name: 'compared_days' },
  { name: 'compared_age' },
];

function toLabelCells({ name, label_id: id, rule }: LabelRow, metric: LabelMetric): Row {
  return { label: name, label_id: id, rule: rule && JSON.stringify(rule), metric };
}

/** Returns the cells, which are empty for an experiment without a result. */
function toComparisonCells(comparison: LabelComparison | undefined): Row {
  if (!comparison) return {};
  const { labelled, others, ratio, p, adjustedP, leftOut, basis } = comparison;
  return {
    labelled_posts: labelled.posts,
    labelled_low: labelled.spread?.low ?? null,
    labelled_median: labelled.spread?.median ?? null,
    labelled_high: labelled.spread?.high ?? null,
    other_posts: others.posts,
    other_low: others.spread?.low ?? null,
    other_median: others.spread?.median ?? null,
    other_high: others.spread?.high ?? null,
    ratio: ratio?.value ?? null,
    interval_95_low: ratio?.low ?? null,
    interval_95_high: ratio?.high ?? null,
    p,
    adjusted_p: adjustedP,
    left_out: leftOut,
    compared_formats: basis.formats,
    compared_days: basis.days,
    compared_age: basis.age,
  };
}
