declare module '~world' {
  import type { GeometryCollection, Topology } from 'topojson-specification';

  interface CountryProperties {
    /** ISO 3166 alpha-2; null if there is none. */
    code: string | null;
    name: string;
    /** Longitude and latitude for a country too small for an outline. */
    dot?: [number, number];
  }
  const world: Topology<{ countries: GeometryCollection<CountryProperties> }>;
  export default world;
}
declare module '~flags' {
  export const flagFolder: string;
}
