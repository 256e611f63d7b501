import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { geoArea, geoCentroid } from 'd3-geo';
import countries from 'i18n-iso-countries';
import { feature, quantize } from 'topojson-client';
import { filter, filterAttachedWeight, presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const virtualId = '\0tidemark-world';

// Coarse enough for a 240-pixel globe; countries smaller than this many steradians become dots.
const minWeight = 0.1;
const grid = 2000;
const minArea = 2e-4;

interface Named {
  name: string;
}

/** Serves the outlines of all countries, simplified at build time: `import world from '~world'`. */
export function worldPlugin(): Plugin {
  let script: Promise<string> | undefined;
  return {
    name: 'tidemark-world',
    enforce: 'pre',
    resolveId: (source) => (source === '~world' ? virtualId : undefined),
    load(id) {
      if (id !== virtualId) return undefined;
      return (script ??= writeWorld());
    },
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'licenses/world-atlas.txt',
        source: await readFile(require.resolve('world-atlas/LICENSE')),
      });
    },
  };
}

async function writeWorld(): Promise<string> {
  const file = require.resolve('world-atlas/countries-50m.json');
  const atlas: Topology<{ countries: GeometryCollection<Named> }> = JSON.parse(await readFile(file, 'utf8'));
  const whole = feature(atlas, atlas.objects.countries).features;
  const outlined: GeometryCollection['geometries'] = [];
  const dots: GeometryCollection['geometries'] = [];
  atlas.objects.countries.geometries.forEach((geometry, index) => {
    const shape = whole[index];
    const name = geometry.properties?.name ?? '';
    const code = countryCode(name, geometry.id);
    if (!shape || geoArea(shape) >= minArea) outlined.push({ ...geometry, id: undefined, properties: { code, name } });
    else dots.push({ type: null, properties: { code, name, dot: geoCentroid(shape).map(toTenths) } });
  });
  const detailed = presimplify({
    ...atlas,
    objects: { countries: { type: 'GeometryCollection' as const, geometries: outlined } },
  });
  const simple = simplify(detailed, minWeight);
  const light = quantize(filter(simple, filterAttachedWeight(simple, minWeight)), grid);
  light.objects.countries.geometries.push(...dots);
  return `export default JSON.parse(${JSON.stringify(JSON.stringify(light))})`;
}

function toTenths(degrees: number): number {
  return Math.round(degrees * 10) / 10;
}

// The atlas has no ISO number for these.
const byName: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };

/** Returns the ISO 3166 alpha-2 code, or null if there is none. */
function countryCode(name: string, id: string | number | undefined): string | null {
  if (byName[name]) return byName[name];
  return id === undefined ? null : (countries.numericToAlpha2(String(id).padStart(3, '0')) ?? null);
}
