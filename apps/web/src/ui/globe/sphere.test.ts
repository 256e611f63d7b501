import { geoContains, geoOrthographic } from 'd3-geo';
import fc from 'fast-check';
import { feature } from 'topojson-client';
import { expect, it } from 'vitest';
import world from '~world';
import { countries, countryAt, toLongitude } from './countries.ts';
import { project, toPoints, unproject, type View } from './sphere.ts';

const view = (turn: number, tilt = -15): View => ({ turn, tilt, radius: 120, width: 300, height: 280 });
const inD3 = ({ turn, tilt, radius, width, height }: View) =>
  geoOrthographic()
    .scale(radius)
    .rotate([turn, tilt])
    .translate([width / 2, height / 2]);
const longitude = fc.integer({ min: -179, max: 179 });
const latitude = fc.integer({ min: -89, max: 89 });

it('projects every visible place to the same point as d3-geo', () => {
  fc.assert(
    fc.property(longitude, latitude, longitude, fc.integer({ min: -60, max: 60 }), (east, north, turn, tilt) => {
      const seen = project(toPoints([[east, north]]), view(turn, tilt));
      const expected = inD3(view(turn, tilt)).clipAngle(null)([east, north]);

      if (!seen || !expected) return;
      expect(seen[0]).toBeCloseTo(expected[0], 2);
      expect(seen[1]).toBeCloseTo(expected[1], 2);
    }),
  );
});

it('moves points behind the rim onto it, and omits outlines that are entirely behind', () => {
  const behind = project(
    toPoints([
      [0, 0],
      [100, 0],
    ]),
    view(0, 0),
  );

  expect(Math.hypot((behind?.[2] ?? 0) - 150, (behind?.[3] ?? 0) - 140)).toBeCloseTo(120, 3);
  expect(project(toPoints([[180, 0]]), view(0, 0))).toBeNull();
});

it('maps a pixel back to its place', () => {
  fc.assert(
    fc.property(longitude, latitude, longitude, (east, north, turn) => {
      const [x, y] = inD3(view(turn))([east, north]) ?? [NaN, NaN];
      const found = unproject(x, y, view(turn));
      const back = found && inD3(view(turn))(found);
      if (!back) return;
      expect(back[0]).toBeCloseTo(x, 3);
      expect(back[1]).toBeCloseTo(y, 3);
    }),
  );
  expect(unproject(1, 1, view(0))).toBeNull();
});

it('finds the same country under a pixel as d3-geo', () => {
  const shapes = feature(world, world.objects.countries).features;
  let agreed = 0;
  let asked = 0;
  for (let turn = -180; turn < 180; turn += 60) {
    for (let x = 40; x <= 260; x += 20) {
      for (let y = 40; y <= 240; y += 20) {
        const place = unproject(x, y, view(turn));
        if (!place) continue;
        const expected = shapes.find((shape) => shape.geometry && geoContains(shape, place))?.properties.name;
        const found = countryAt(x, y, view(turn), new Map());
        if (found?.dot) continue;
        asked += 1;
        if (found?.name === expected) agreed += 1;
      }
    }
  }

  // Great circles and straight lines differ by a pixel along borders.
  expect(agreed / asked).toBeGreaterThan(0.98);
});

it('finds a micro-state only where its dot is drawn, and the country around it otherwise', () => {
  const monaco = countries.find(({ code }) => code === 'MC');
  const turned = view(-7.4, -43.7);
  const [x = 0, y = 0] = (monaco?.dot && project(monaco.dot, turned)) ?? [];

  expect(countryAt(x, y, turned, new Map([['MC', 0.4]]))?.code).toBe('MC');
  expect(countryAt(x, y, turned, new Map([['FR', 40]]))?.code).not.toBe('MC');
  expect(countryAt(x - 6, y, turned, new Map([['FR', 40]]))?.code).toBe('FR');
});

it('has a code for nearly every country, and dots for small ones', () => {
  const codes = new Set(countries.map(({ code }) => code));

  for (const code of ['NO', 'US', 'BR', 'XK', 'SG', 'MT', 'VA', 'TW']) expect(codes.has(code), code).toBe(true);
  expect(countries.find(({ code }) => code === 'SG')?.dot).not.toBeNull();
  expect(countries.filter(({ code }) => code === null).length).toBeLessThan(5);
});

it('returns the approximate location of a country', () => {
  expect(toLongitude('BR')).toBeGreaterThan(-60);
  expect(toLongitude('BR')).toBeLessThan(-45);
  expect(toLongitude('SG')).toBeCloseTo(103.8, 0);
  expect(toLongitude('??')).toBeNull();
});
