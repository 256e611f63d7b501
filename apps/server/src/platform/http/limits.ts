import { isIPv6 } from 'node:net';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { Failure } from '../failure.ts';
import { onceAMinute } from '../log/once-a-minute.ts';

export interface Limits {
  /** Throws `too_many_requests` when this address has asked too often, or was refused too often. */
  countAddress(address: string): Promise<void>;
  /** The address came with a token that nobody can be made of, or with none. */
  countRefused(address: string): Promise<void>;
  countUser(userId: string): Promise<void>;
  close(): Promise<void>;
}

export interface LimitOptions {
  /** Requests a minute. */
  perAddress: number;
  perUser: number;
  redis: { url: string; prefix: string } | null;
  onProblem(error: unknown): void;
}

type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get'>;

const windowSeconds = 60;
const leftAloneMillis = 2_000;
// An expired token is renewed within a second; who is refused more often than this is guessing.
const refusedPerAddress = 2_000;

/** Counts requests a minute; all processes together while Redis is there, each for itself while it is away. */
export function createLimits({ perAddress, perUser, redis, onProblem }: LimitOptions): Limits {
  const client = redis
    ? new Redis(redis.url, {
        maxRetriesPerRequest: 0,
        enableOfflineQueue: false,
        commandTimeout: 200,
        socketTimeout: 1_000,
        retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
      })
    : null;
  const tell = onceAMinute(onProblem);
  client?.on('error', tell);
  let awayUntil = 0;

  async function preferShared<Answer>(ask: () => Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < awayUntil) return otherwise();
    try {
      return await ask();
    } catch (problem) {
      if (problem instanceof RateLimiterRes) throw problem;
      // A Redis that is slow costs one request its patience, and not every one.
      awayUntil = performance.now() + leftAloneMillis;
      tell(problem);
      return otherwise();
    }
  }

  function limiter(name: string, points: number): Limiter {
    const local = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
    if (!client || !redis) return local;
    const shared = new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${redis.prefix}:limit:${name}`,
      points,
      duration: windowSeconds,
      // Whoever is over the limit is not looked up again.
      inMemoryBlockOnConsumed: points,
    });
    return {
      consume: (key) =>
        preferShared(
          () => shared.consume(key),
          () => local.consume(key),
        ),
      get: (key) =>
        preferShared(
          () => shared.get(key),
          () => local.get(key),
        ),
    };
  }
  const addresses = limiter('address', perAddress);
  const refused = limiter('refused', refusedPerAddress);
  const users = limiter('user', perUser);

  return {
    async countAddress(address) {
      const key = networkOf(address);
      await consume(addresses, key);
      const known = await refused.get(key).catch(() => null);
      if (known && known.consumedPoints > refusedPerAddress) throw tooMany(known);
    },
    countRefused: (address) => consume(refused, networkOf(address)),
    countUser: (userId) => consume(users, userId),
    async close() {
      client?.disconnect();
    },
  };
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal);
    throw refusal;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): Failure {
  return new Failure('too_many_requests', { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
}

/** A customer of an IPv6 provider holds a whole /64: RFC 6177. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':');
}
