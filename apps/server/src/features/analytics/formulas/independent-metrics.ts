import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

/**
 * Counts how many independent metrics these equal, between 1 and their number: a post's likes and interactions go
 * together, so looking at both is hardly a second chance. Uses Galwey's formula on the eigenvalues of the correlations
 * between the logs within groups (Genetic Epidemiology 33, 559, 2009). Metrics that are hardly reported do not count.
 * @param rows one per post, with a value or null for each metric
 */
export function countIndependent(rows: readonly { group: string; values: readonly (number | null)[] }[]): number {
  const groups = [...Map.groupBy(rows, ({ group }) => group).values()];
  const columns = Array.from({ length: rows[0]?.values.length ?? 0 }, (_, metric) =>
    groups.map((members) => members.map(({ values }) => values[metric] ?? null)),
  ).filter((column) => column.flat().filter((value) => value !== null).length >= minValues);
  if (columns.length < 2) return 1;
  const standard = columns.map((column) => toUnitLength(column.flatMap(toCentredLogs)));
  const correlations = standard.map((one) =>
    standard.map((other) => one.reduce((sum, value, row) => sum + value * (other[row] ?? 0), 0)),
  );
  const eigenvalues = new EigenvalueDecomposition(new Matrix(correlations), { assumeSymmetric: true }).realEigenvalues;
  const [roots, sum] = eigenvalues.reduce(
    ([rootSum, valueSum], value) => [rootSum + Math.sqrt(Math.max(0, value)), valueSum + Math.max(0, value)],
    [0, 0],
  );
  return sum === 0 ? 1 : Math.min(columns.length, Math.max(1, roots ** 2 / sum));
}

const minValues = 5;

/** Returns logs with mean 0, which also stands for missing values. */
function toCentredLogs(values: readonly (number | null)[]): number[] {
  const logs = values.map((value) => (value === null ? null : Math.log1p(Math.max(0, value))));
  const known = logs.filter((log) => log !== null);
  const mean = known.reduce((sum, log) => sum + log, 0) / known.length;
  return logs.map((log) => (log === null ? 0 : log - mean));
}

function toUnitLength(values: readonly number[]): number[] {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0));
  return values.map((value) => (length < 1e-9 ? 0 : value / length));
}
