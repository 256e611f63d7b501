import { toMailAddress } from '@tidemark/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listAddressForms, toComparableAddress } from '../src/platform/address-forms.ts';
import { strangeAddresses } from './strange-input.ts';

it.each(strangeAddresses.accepted)('parses %s as %s', (text, address) => {
  expect(toMailAddress(text)).toBe(address);
  expect(toMailAddress(address)).toBe(address);
});

it.each(strangeAddresses.refused.map((text) => [JSON.stringify(text), text]))('rejects %s', (_, text) => {
  expect(toMailAddress(text)).toBeNull();
});

it('returns no address that could end a header field or become two addresses', () => {
  const parts = fc.constantFrom(
    'a',
    'ä',
    '@',
    '.',
    'bücher',
    '.example',
    '\r\n',
    ' ',
    ',',
    '<',
    '>',
    '"',
    '\u0000',
    '\u202e',
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (chosen) => {
      const address = toMailAddress(chosen.join(''));

      if (address !== null) expect(address).toMatch(/^[^\s@,<>"\p{Cc}\p{Cf}]+@[a-z0-9.-]+$/u);
    }),
    { numRuns: 2_000 },
  );
});

it('treats spellings of one address as equal', () => {
  const spellings = ['Anna@BÜCHER.example', 'anna@bu\u0308cher.example', 'ANNA@xn--bcher-kva.example'];

  expect(new Set(spellings.map(toComparableAddress))).toEqual(new Set(['anna@xn--bcher-kva.example']));
  for (const spelling of spellings) expect(listAddressForms(spelling)).toContain('anna@bücher.example');
  expect(listAddressForms('admin@localhost')).toEqual(['admin@localhost']);
});
