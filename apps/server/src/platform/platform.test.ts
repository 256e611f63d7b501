import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayIn, startOfDay } from './clock.ts';
import { createVault } from './secrets.ts';

describe('a day of a zone', () => {
  it('starts at its midnight, also when the clocks change', () => {
    expect(startOfDay('America/Los_Angeles', '2026-11-20').toISOString()).toBe('2026-11-20T08:00:00.000Z');
    expect(startOfDay('America/Los_Angeles', '2026-07-01').toISOString()).toBe('2026-07-01T07:00:00.000Z');
    expect(
      startOfDay('America/Los_Angeles', '2026-03-09').getTime() -
        startOfDay('America/Los_Angeles', '2026-03-08').getTime(),
    ).toBe(23 * 3_600_000);
    expect(startOfDay('Pacific/Auckland', '2026-11-20').toISOString()).toBe('2026-11-19T11:00:00.000Z');
  });

  it('begins with an instant of that day and after one of the day before', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/Los_Angeles',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Pacific/Auckland',
      'America/Sao_Paulo',
    );
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 3000 }), (zone, offset) => {
        const day = addDays('2020-01-01', offset);
        const start = startOfDay(zone, day);
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });
});

describe('the vault', () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
  const vault = createVault(key('a', 1));

  it('gives back what it was given, and writes it differently each time', () => {
    expect(vault.open(vault.seal('token', 'row 1'), 'row 1')).toBe('token');
    expect(vault.seal('token', 'row 1')).not.toBe(vault.seal('token', 'row 1'));
  });

  it('opens nothing in another place, changed, or with another key', () => {
    const sealed = vault.seal('token', 'row 1');

    expect(() => vault.open(sealed, 'row 2')).toThrow();
    expect(() => vault.open(`${sealed.slice(0, -2)}AA`, 'row 1')).toThrow();
    expect(() => createVault(key('b', 2)).open(sealed, 'row 1')).toThrow('no encryption key named a');
  });

  it('seals with the first key and opens with any', () => {
    const old = vault.seal('token', 'row 1');
    const rotated = createVault(`${key('b', 2)},${key('a', 1)}`);

    expect(rotated.open(old, 'row 1')).toBe('token');
    expect(rotated.seal('token', 'row 1')).toMatch(/^b\./);
  });

  it('refuses a key that is too short, and no key', () => {
    expect(() => createVault('a:c2hvcnQ=')).toThrow();
    expect(() => createVault('')).toThrow();
  });
});
