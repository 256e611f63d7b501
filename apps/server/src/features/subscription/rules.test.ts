import { describe, expect, it } from 'vitest';
import { requireReturnAddress } from './return-address.ts';
import { chooseSubscription, isOpen, nextSyncAt, toStatus } from './rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const one = (id: string, status: string, day: number) => ({ id, status, createdAt: at(day) });

describe('subscription status', () => {
  it.each([
    ['active', 'active', true],
    ['trialing', 'active', true],
    ['past_due', 'active', true],
    ['unpaid', 'canceled', true],
    ['paused', 'canceled', true],
    ['canceled', 'canceled', false],
  ])('%s at the provider is %s here, and open: %s', (given, status, open) => {
    expect(toStatus(given)).toBe(status);
    expect(isOpen({ status: given })).toBe(open);
  });
});

describe('several subscriptions', () => {
  it('prefers a subscription with access to a newer subscription without', () => {
    expect(chooseSubscription([one('b', 'canceled', 9), one('a', 'past_due', 1), one('c', 'unpaid', 5)])?.id).toBe('a');
  });

  it('prefers the newest of equal subscriptions in any order', () => {
    const all = [one('a', 'canceled', 1), one('b', 'canceled', 3), one('c', 'canceled', 2)];

    expect(chooseSubscription(all)?.id).toBe('b');
    expect(chooseSubscription(all.toReversed())?.id).toBe('b');
  });

  it('ignores subscriptions that were never paid', () => {
    expect(chooseSubscription([one('a', 'incomplete', 1), one('b', 'incomplete_expired', 2)])).toBeNull();
    expect(chooseSubscription([])).toBeNull();
  });
});

describe('next sync', () => {
  it('follows after a day, or a minute after a period ends', () => {
    expect(nextSyncAt(at(1), [null, at(20)])).toEqual(at(2));
    expect(nextSyncAt(at(1), [new Date(at(1).getTime() + 3_600_000), at(20)])).toEqual(
      new Date(at(1).getTime() + 3_660_000),
    );
    expect(nextSyncAt(at(3), [at(2)])).toEqual(at(4));
  });
});

describe('return URL of the portal', () => {
  it.each([
    ['/settings?x=1#top', 'https://app/settings?x=1#top'],
    ['https://app/settings', 'https://app/settings'],
    ['HTTPS://APP/settings', 'https://app/settings'],
    ['https://app:443/', 'https://app/'],
    ['/a/../..//b', 'https://app//b'],
  ])('accepts %s', (given, address) => {
    expect(requireReturnAddress(given, 'https://app')).toBe(address);
  });

  it.each(['https://app:444/', 'http://app/', 'https://me@app/', '//app', 'https:/evil', '/a\tb', 'data:text/html,x'])(
    'rejects %s',
    (given) => {
      expect(() => requireReturnAddress(given, 'https://app')).toThrow('returnUrl');
    },
  );
});
