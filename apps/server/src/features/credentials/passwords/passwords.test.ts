import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../platform/password-hash.ts';
import { checkPassword } from './check-password.ts';
import { findPasswordProblem } from './rules.ts';

const person = { email: 'maya.lindqvist@studio.example', name: 'Maya Lindqvist' };

describe('hashing', () => {
  it('accepts only the password', async () => {
    const hash = await hashPassword('four quiet herons wade');

    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await isPassword('four quiet herons wade', hash)).toBe(true);
    expect(await isPassword('four quiet herons wade ', hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
    expect(await hashPassword('four quiet herons wade')).not.toBe(hash);
  });

  it('accepts the same letters from another keyboard', async () => {
    expect(await isPassword('caf\u0065\u0301 au lait noir', await hashPassword('caf\u00e9 au lait noir'))).toBe(true);
  });

  it('accepts nothing for a user without a password', async () => {
    expect(await isPassword('four quiet herons wade', null)).toBe(false);
    expect(await isPassword('', null)).toBe(false);
  });
});

describe('rules', () => {
  it.each(['four quiet herons wade', 'correct-horse-battery', '青い鳥が四羽静かに歩いている', 'xK9!vQ2#mZ7p'])(
    'accept %j',
    (password) => expect(findPasswordProblem(password, person)).toBeNull(),
  );

  it.each([
    'short',
    'elevenchars',
    'aaaaaaaaaaaaaaaa',
    'abababababab',
    'abcdefghijklmnop',
    'qwertyuiopas',
    '987654321098',
    'maya.lindqvist@studio.example',
    'MayaLindqvist',
    'tidemark1234',
    'passwordpassword',
  ])('reject %j', (password) => expect(findPasswordProblem(password, person)).toEqual(expect.any(String)));

  it.each(['sonyericsson', 'FinalFantasy', 'finalfantasy7', 'mustang2026!!', '!!123superman1', 'dragondragon'])(
    'reject %j, a commonly used password',
    async (password) => expect(await checkPassword(password, person)).toContain('common password'),
  );

  it.each(['four quiet herons wade', 'correct-horse-battery', 'superman eats plums', 'dragon7731950284'])(
    'accept %j although it contains common words',
    async (password) => expect(await checkPassword(password, person)).toBeNull(),
  );

  it('reject passwords with fewer than twelve characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 11 }), (password) => {
        fc.pre(Array.from(password).length < 12);
        expect(findPasswordProblem(password, person)).not.toBeNull();
      }),
    );
  });
});
