import { arc, pie } from 'd3-shape';

export interface Slice {
  key: string;
  label: string;
  value: number;
  color: string;
}

export const donutRadius = 60;
export const donutThickness = 17;

/** Returns a path around the origin for each slice with a value. */
export function toDonutPaths(slices: readonly Slice[]): { slice: Slice; path: string }[] {
  const drawn = slices.filter((slice) => slice.value > 0);
  const layout = pie<Slice>()
    .value((slice) => slice.value)
    .sort(null)
    .padAngle(drawn.length > 1 ? 2 / donutRadius : 0);
  const path = arc<ReturnType<typeof layout>[number]>()
    .innerRadius(donutRadius - donutThickness)
    .outerRadius(donutRadius)
    .cornerRadius(5);
  return layout([...drawn]).map((slice) => ({ slice: slice.data, path: path(slice) ?? '' }));
}
