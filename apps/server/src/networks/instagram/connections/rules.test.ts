import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCause, needsRenewal, getConnectionProblem, getWarning } from './rules.ts';

const day = 86_400_000;
const now = new Date('2026-11-20T10:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * day);
const working = {
  broken_at: null,
  broken_reason: null,
  expires_at: inDays(60),
  data_access_expires_at: inDays(90),
  missing_scopes: [],
};

describe('token renewal', () => {
  const token = { expires_at: inDays(60), renewed_at: null, connected_at: inDays(-1) };

  it('renews a token in its last 30 days and after 30 days in use', () => {
    expect(needsRenewal(token, now)).toBe(false);
    expect(needsRenewal({ ...token, expires_at: inDays(29) }, now)).toBe(true);
    expect(needsRenewal({ ...token, connected_at: inDays(-31) }, now)).toBe(true);
    expect(needsRenewal({ ...token, connected_at: inDays(-31), renewed_at: inDays(-2) }, now)).toBe(false);
  });

  it('never renews a token that does not expire, is invalid or was renewed within a day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 0 }), fc.double({ min: 0, max: 0.99, noNaN: true }), (age, hours) => {
        const old = { ...token, connected_at: inDays(age) };

        expect(needsRenewal({ ...old, expires_at: null }, now)).toBe(false);
        expect(needsRenewal({ ...old, expires_at: inDays(age) }, now)).toBe(false);
        expect(needsRenewal({ ...old, expires_at: inDays(1), renewed_at: inDays(-hours) }, now)).toBe(false);
      }),
    );
  });
});

describe('login status', () => {
  it('returns no problem or warning for a working login', () => {
    expect(getConnectionProblem(working, now)).toBeNull();
    expect(getWarning(working, now)).toBeNull();
  });

  it('warns of the earlier expiry until it passes', () => {
    const ends = { ...working, expires_at: inDays(10), data_access_expires_at: inDays(5) };

    expect(getWarning(ends, now)).toEqual({ kind: 'data_access_expires', at: inDays(5).toISOString() });
    expect(getWarning({ ...ends, data_access_expires_at: null }, now)?.kind).toBe('token_expires');
    expect(getWarning({ ...ends, data_access_expires_at: inDays(0) }, now)).toBeNull();
  });

  it("keeps a login's cause that the first version stored as Meta’s numbers", () => {
    expect(getConnectionProblem({ ...working, broken_at: now, broken_reason: '190/460' }, now)?.cause).toBe(
      'password_changed',
    );
    expect(getConnectionProblem({ ...working, broken_at: now, broken_reason: '190/' }, now)?.cause).toBe(
      'token_invalid',
    );
    expect(getConnectionProblem({ ...working, broken_at: now, broken_reason: 'app_removed' }, now)?.cause).toBe(
      'app_removed',
    );
  });

  it('names one or several missing permissions', () => {
    const lacking = (...missing_scopes: string[]) => getConnectionProblem({ ...working, missing_scopes }, now)?.message;

    expect(lacking('pages_show_list')).toMatch(/^The permission pages_show_list is missing\./);
    expect(lacking('pages_show_list', 'instagram_basic')).toMatch(/pages_show_list, instagram_basic are missing\./);
  });

  it('maps every Meta error number to a cause', () => {
    fc.assert(fc.property(fc.option(fc.integer()), (subcode) => /^[a-z_]+$/.test(toCause({ subcode }))));
  });
});
