import { authorizeMeta, listRoadmap, rateLimits, startCheckout } from '@tidemark/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimits, toNetwork } from './limits.ts';

const quiet = { named: rateLimits, redis: null, onProblem: () => undefined };

describe('the rate limiter', () => {
  it('lets a user call up to the limit, and then says when to retry', async () => {
    const limits = createLimits({ perIp: 100, perUser: 3, ...quiet });
    for (let attempt = 0; attempt < 3; attempt += 1) await limits.consumeForUser('maya');

    await expect(limits.consumeForUser('maya')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60) },
    });
    await limits.consumeForUser('theo');
  });

  it('counts each IP separately, and its failed authentication separately again', async () => {
    const limits = createLimits({ perIp: 5_000, perUser: 3, ...quiet });
    const guess = async () => {
      await limits.consumeForIp('10.0.0.1');
      await limits.consumeFailedAuth('10.0.0.1');
    };
    for (let guessed = 0; guessed < 2_000; guessed += 1) await guess();

    await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(limits.consumeForIp('10.0.0.1')).rejects.toMatchObject({ code: 'too_many_requests' });
    await limits.consumeForIp('10.0.0.2');
  });

  it('still applies when Redis does not respond', async () => {
    const problems: unknown[] = [];
    const limits = createLimits({
      perIp: 2,
      perUser: 2,
      named: rateLimits,
      redis: { url: 'redis://127.0.0.1:1', prefix: 'test' },
      onProblem: (problem) => problems.push(problem),
    });
    await limits.consumeForUser('maya');
    await limits.consumeForUser('maya');

    await expect(limits.consumeForUser('maya')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(problems.length).toBeLessThanOrEqual(1);
    await limits.close();
  });

  it('counts a call for its class and for its own limit, separately for each user', async () => {
    const limits = createLimits({ perIp: 100, perUser: 100, ...quiet });
    const maya = { address: '10.0.0.1', userId: 'maya' };
    for (let calls = 0; calls < 10; calls += 1) await limits.countCall(startCheckout, maya);

    await expect(limits.countCall(startCheckout, maya)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { limit: 'checkout', retryAfterSeconds: expect.any(Number) },
    });
    await limits.countCall(listRoadmap, maya);
    await limits.countCall(startCheckout, { ...maya, userId: 'theo' });
  });

  it('counts all users together for an installation-wide limit', async () => {
    const named = { ...rateLimits, allMetaLogins: { per: 'installation', max: 2, seconds: 60 } } as const;
    const limits = createLimits({ perIp: 100, perUser: 100, ...quiet, named });
    const connect = (userId: string) => limits.countCall(authorizeMeta, { address: '10.0.0.1', userId });
    await connect('maya');
    await connect('theo');

    await expect(connect('ines')).rejects.toMatchObject({ details: { limit: 'allMetaLogins' } });
  });
});

describe("an IP's network", () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1'],
    ['2001:0DB8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::ffff:c000:207', '192.0.2.7'],
  ])('maps %s to %s', (address, network) => {
    expect(toNetwork(address)).toBe(network);
  });

  it('is the same for all addresses of a /64', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }), (address, host) => {
        const network = toNetwork(address);
        if (network.includes('.')) return;
        expect(toNetwork(`${network}:${host.map((group) => group.toString(16)).join(':')}`)).toBe(network);
      }),
    );
  });
});
