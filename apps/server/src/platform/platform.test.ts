import { addDays } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, startOfDay } from './clock.ts';
import { createVault } from './secrets.ts';
import { createSigner } from './signer.ts';

describe('a day in a time zone', () => {
  it('starts at its midnight, even when the clocks change', () => {
    expect(startOfDay('America/Los_Angeles', '2026-11-20').toISOString()).toBe('2026-11-20T08:00:00.000Z');
    expect(startOfDay('America/Los_Angeles', '2026-07-01').toISOString()).toBe('2026-07-01T07:00:00.000Z');
    expect(
      startOfDay('America/Los_Angeles', '2026-03-09').getTime() -
        startOfDay('America/Los_Angeles', '2026-03-08').getTime(),
    ).toBe(23 * 3_600_000);
    expect(startOfDay('Pacific/Auckland', '2026-11-20').toISOString()).toBe('2026-11-19T11:00:00.000Z');
  });

  it('contains the instants from its own midnight on', () => {
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

  it('decrypts what it encrypted, with a new ciphertext each time', () => {
    expect(vault.decrypt(vault.encrypt('token', 'row 1'), 'row 1')).toBe('token');
    expect(vault.encrypt('token', 'row 1')).not.toBe(vault.encrypt('token', 'row 1'));
  });

  it('decrypts nothing in another place, after a change, or with another key', () => {
    const encrypted = vault.encrypt('token', 'row 1');

    expect(() => vault.decrypt(encrypted, 'row 2')).toThrow();
    expect(() => vault.decrypt(`${encrypted.slice(0, -2)}AA`, 'row 1')).toThrow();
    expect(() => createVault(key('b', 2)).decrypt(encrypted, 'row 1')).toThrow('ENCRYPTION_KEYS has no key a');
  });

  it('rejects a shortened tag and a nonce with another length', () => {
    const [id, nonce = '', tag = '', body] = vault.encrypt('token', 'row 1').split('.');
    const cut = (text: string, bytes: number) =>
      Buffer.from(text, 'base64url').subarray(0, bytes).toString('base64url');

    for (const bytes of [0, 4, 8, 12, 15])
      expect(() => vault.decrypt([id, nonce, cut(tag, bytes), body].join('.'), 'row 1'), `${bytes}`).toThrow(
        'malformed',
      );
    for (const bytes of [0, 8, 11])
      expect(() => vault.decrypt([id, cut(nonce, bytes), tag, body].join('.'), 'row 1'), `${bytes}`).toThrow(
        'malformed',
      );
    expect(() => vault.decrypt([id, nonce, tag, body, ''].join('.'), 'row 1')).toThrow('malformed');
  });

  it('encrypts with the first key and decrypts with any', () => {
    const old = vault.encrypt('token', 'row 1');
    const rotated = createVault(`${key('b', 2)},${key('a', 1)}`);

    expect(rotated.decrypt(old, 'row 1')).toBe('token');
    expect(rotated.encrypt('token', 'row 1')).toMatch(/^b\./);
  });

  it('rejects a short or missing key', () => {
    expect(() => createVault('a:c2hvcnQ=')).toThrow();
    expect(() => createVault('')).toThrow();
  });
});

describe('the signer', () => {
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
  const content = Buffer.from('a manifest');

  it('signs with the first key and verifies with any', () => {
    const old = createSigner(key('a', 1), 'backup');
    const rotated = createSigner(`${key('b', 2)},${key('a', 1)}`, 'backup');

    expect(rotated.keyId).toBe('b');
    expect(rotated.check('a', content, old.sign(content))).toBe('valid');
    expect(rotated.check('b', content, old.sign(content))).toBe('invalid');
    expect(old.check('b', content, rotated.sign(content))).toBe('unknown_key');
  });

  it('rejects changed content, a shortened signature, and a signature for another purpose', () => {
    const signer = createSigner(key('a', 1), 'backup');

    expect(signer.check('a', Buffer.from('another'), signer.sign(content))).toBe('invalid');
    expect(signer.check('a', content, signer.sign(content).subarray(0, 16))).toBe('invalid');
    expect(createSigner(key('a', 1), 'audit log').check('a', content, signer.sign(content))).toBe('invalid');
  });

  it('reloads the keys when an ID is unknown', () => {
    const signer = createSigner(key('a', 1), 'backup', () => `${key('b', 2)},${key('a', 1)}`);

    expect(signer.check('b', content, createSigner(key('b', 2), 'backup').sign(content))).toBe('valid');
    expect(signer.keyId).toBe('b');
  });
});
