import names from 'cldr-subdivisions-full/subdivisions/en/en.json' with { type: 'json' };

/** Words that Instagram adds to a region's name and Unicode does not, or the reverse. */
const kinds =
  /\b(?:the|of|canton|city|community|county|department|district|governorate|metropolitan|oblast|prefecture|province|region|state|voivodeship)\b/g;

const countriesByRegion = new Map<string, Set<string>>();
for (const [code, name] of Object.entries(names.subdivisions.localeDisplayNames.subdivisions))
  add(code.slice(0, 2), name);
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
for (const code of new Set([...countriesByRegion.values()].flatMap((codes) => [...codes])))
  add(code, countryNames.of(code) ?? code);

function add(code: string, name: string): void {
  const key = toKey(name);
  countriesByRegion.set(key, (countriesByRegion.get(key) ?? new Set()).add(code.toUpperCase()));
}

/**
 * Returns the country where a city such as `Bergen, Vestland` lies, by its region's name. Null if several given
 * countries have a region with that name, or none has.
 */
export function findCityCountry(cityName: string, countries: readonly string[]): string | null {
  const region = cityName.split(',').at(-1) ?? '';
  const found = [...(countriesByRegion.get(toKey(region)) ?? [])].filter((code) => countries.includes(code));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function toKey(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\(.*?\)/g, ' ');
  const letters = (text: string) => text.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  return letters(plain.replaceAll(kinds, ' ')) || letters(plain);
}
