import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimits, networkOf } from './limits.ts';

const quiet = { redis: null, onProblem: () => undefined };

describe('the limits', () => {
  it('let a user ask as often as they may, and say when they may again', async () => {
    const limits = createLimits({ perAddress: 100, perUser: 3, ...quiet });
    for (let asked = 0; asked < 3; asked += 1) await limits.countUser('maya');

    await expect(limits.countUser('maya')).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60) },
    });
    await limits.countUser('theo');
  });

  it('count an address for itself, and what it was refused too', async () => {
    const limits = createLimits({ perAddress: 5_000, perUser: 3, ...quiet });
    const guess = async () => {
      await limits.countAddress('10.0.0.1');
      await limits.countRefused('10.0.0.1');
    };
    for (let guessed = 0; guessed < 2_000; guessed += 1) await guess();

    await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(limits.countAddress('10.0.0.1')).rejects.toMatchObject({ code: 'too_many_requests' });
    await limits.countAddress('10.0.0.2');
  });

  it('hold where Redis does not answer', async () => {
    const problems: unknown[] = [];
    const limits = createLimits({
      perAddress: 2,
      perUser: 2,
      redis: { url: 'redis://127.0.0.1:1', prefix: 'test' },
      onProblem: (problem) => problems.push(problem),
    });
    await limits.countUser('maya');
    await limits.countUser('maya');

    await expect(limits.countUser('maya')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(problems.length).toBeLessThanOrEqual(1);
    await limits.close();
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1::5', '2001:db8:0:1'],
    ['2001:0DB8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is the same for all addresses of a /64', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.array(fc.nat(0xffff), { minLength: 4, maxLength: 4 }), (address, host) => {
        const network = networkOf(address);
        if (network.includes('.')) return;
        expect(networkOf(`${network}:${host.map((group) => group.toString(16)).join(':')}`)).toBe(network);
      }),
    );
  });
});
