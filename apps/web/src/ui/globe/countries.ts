import { feature, mesh } from 'topojson-client';
import world from '~world';
import { isWithin, type Points, project, toPoints, type View } from './sphere.ts';

export interface Country {
  /** ISO 3166 alpha-2; null if there is none. */
  code: string | null;
  name: string;
  outlines: Points[];
  /** Location for a country that is too small for an outline. */
  dot: Points | null;
}

export const countries: Country[] = feature(world, world.objects.countries).features.map(
  ({ geometry, properties: { code, name, dot } }) => ({
    code,
    name,
    outlines: toOutlines(geometry).map(toPoints),
    dot: dot ? toPoints([dot]) : null,
  }),
);

/** Borders shared by two countries; coasts need no line. */
export const borders: Points[] = mesh(world, world.objects.countries, (one, other) => one !== other).coordinates.map(
  toPoints,
);

type Outline = readonly (readonly number[])[];

function toOutlines(geometry: GeoJSON.Geometry | null): Outline[] {
  if (geometry?.type === 'Polygon') return geometry.coordinates;
  if (geometry?.type === 'MultiPolygon') return geometry.coordinates.flat();
  return [];
}

const dotReach = 7;

/** True if a country is drawn as a dot: those without an outline only if they have a share. */
export function hasDot({ dot, code }: Country, shares: ReadonlyMap<string, number>): boolean {
  return dot !== null && code !== null && shares.has(code);
}

/** Returns the country drawn under a pixel; dots first, because they lie on top of large countries. */
export function countryAt(x: number, y: number, view: View, shares: ReadonlyMap<string, number>): Country | null {
  if (Math.hypot(x - view.width / 2, y - view.height / 2) > view.radius) return null;
  return (
    countries.find((country) => {
      const seen = country.dot && hasDot(country, shares) && project(country.dot, view);
      return seen && Math.hypot((seen[0] ?? 0) - x, (seen[1] ?? 0) - y) < dotReach;
    }) ??
    countries.find(({ outlines }) => {
      // Even-odd over all outlines, so that Lesotho is not South Africa.
      const hits = outlines.filter((points) => {
        const seen = project(points, view);
        return seen !== null && isWithin(x, y, seen);
      });
      return hits.length % 2 === 1;
    }) ??
    null
  );
}

/** Returns a country's approximate longitude: the centre of its longest outline. */
export function toLongitude(code: string): number | null {
  const country = countries.find((one) => one.code === code);
  const points = country?.dot ?? country?.outlines.toSorted((one, other) => other.length - one.length)[0];
  if (!points) return null;
  let [x, y] = [0, 0];
  for (let at = 0; at < points.length; at += 3) {
    x += points[at] ?? 0;
    y += points[at + 1] ?? 0;
  }
  return (Math.atan2(y, x) * 180) / Math.PI;
}
