import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findCityCountry } from './city-country.ts';

const countries = ['AT', 'BR', 'DE', 'ES', 'GB', 'IN', 'JP', 'NO', 'PK', 'PL', 'SG', 'TW', 'US'];

it.each([
  ['Oslo, Oslo', 'NO'],
  ['Munich, Bavaria', 'DE'],
  ['Vienna, Vienna', 'AT'],
  ['London, England', 'GB'],
  ['New York, New York', 'US'],
  ['São Paulo, São Paulo (state)', 'BR'],
  ['Madrid, Community of Madrid', 'ES'],
  ['Kraków, Lesser Poland Voivodeship', 'PL'],
  ['Sapporo, Hokkaidō', 'JP'],
  ['Taipei, Taiwan', 'TW'],
  ['Singapore', 'SG'],
])('finds the country for %s by its region', (city, country) => {
  expect(findCityCountry(city, countries)).toBe(country);
});

it('finds no country for a region found in several countries or none', () => {
  expect(findCityCountry('Lahore, Punjab', countries)).toBeNull();
  expect(findCityCountry('Lahore, Punjab', ['PK', 'US'])).toBe('PK');
  expect(findCityCountry('Atlantis, Atlantis', countries)).toBeNull();
  expect(findCityCountry('', countries)).toBeNull();
});

it('never returns a country without followers', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Oslo, Oslo', 'Lahore, Punjab', 'Graz, Styria', 'x, y'),
      fc.subarray(countries),
      (city, some) => {
        const found = findCityCountry(city, some);
        expect(found === null || some.includes(found)).toBe(true);
      },
    ),
  );
});
