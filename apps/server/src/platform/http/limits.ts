import { keyLimits, listLimits, type Endpoint, type LimitName, type RateLimits } from '@tidemark/contract';
import { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { ApiError } from '../api-error.ts';
import { onceAMinute } from '../log/once-a-minute.ts';

export interface Limits {
  /** Throws `too_many_requests` when this IP has sent too many requests, or too many without valid authentication. */
  consumeForIp(address: string): Promise<void>;
  /** Counts a request with an invalid or missing token. */
  consumeFailedAuth(address: string): Promise<void>;
  consumeForUser(userId: string): Promise<void>;
  /** Counts a call against its endpoint's declared limits, and a program's call also against the limits for keys. */
  countCall(endpoint: DeclaredLimits, caller: LimitedCaller): Promise<void>;
  close(): Promise<void>;
}

export interface LimitOptions {
  /** Requests per minute. */
  perIp: number;
  perUser: number;
  named: RateLimits;
  redis: { url: string; prefix: string } | null;
  onProblem(error: unknown): void;
}

interface LimitedCaller {
  address: string;
  userId: string | null;
  /** ID of the calling API key or program. */
  programId?: string | null;
}

type DeclaredLimits = Pick<Endpoint, 'cost' | 'limits'>;
type Limiter = Pick<RateLimiterAbstract, 'consume' | 'get'>;

const windowSeconds = 60;
const redisCooldownMillis = 2_000;
// An expired token is renewed within a second; more failures than this mean guessing.
const refusedPerAddress = 2_000;

/** Counts requests per minute: for all processes together with Redis, per process while it is unavailable. */
export function createLimits({ perIp, perUser, named, redis, onProblem }: LimitOptions): Limits {
  const client = redis
    ? new Redis(redis.url, {
        maxRetriesPerRequest: 0,
        enableOfflineQueue: false,
        commandTimeout: 200,
        socketTimeout: 1_000,
        retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
      })
    : null;
  const report = onceAMinute(onProblem);
  client?.on('error', report);
  let redisCooldownUntil = 0;

  async function withFallback<Answer>(ask: () => Promise<Answer>, otherwise: () => Promise<Answer>): Promise<Answer> {
    if (performance.now() < redisCooldownUntil) return otherwise();
    try {
      return await ask();
    } catch (problem) {
      if (problem instanceof RateLimiterRes) throw problem;
      // A slow Redis delays only one request, not every one.
      redisCooldownUntil = performance.now() + redisCooldownMillis;
      report(problem);
      return otherwise();
    }
  }

  function limiter(name: string, points: number, duration = windowSeconds): Limiter {
    const local = new RateLimiterMemory({ keyPrefix: name, points, duration });
    if (!client || !redis) return local;
    const shared = new RateLimiterRedis({
      storeClient: client,
      keyPrefix: `${redis.prefix}:limit:${name}`,
      points,
      duration,
      // Callers over the limit are not looked up again.
      inMemoryBlockOnConsumed: points,
    });
    return {
      consume: (key) =>
        withFallback(
          () => shared.consume(key),
          () => local.consume(key),
        ),
      get: (key) =>
        withFallback(
          () => shared.get(key),
          () => local.get(key),
        ),
    };
  }
  const addresses = limiter('address', perIp);
  const refused = limiter('refused', refusedPerAddress);
  const users = limiter('user', perUser);
  const byName = mapLimits(named, (name, { max, seconds }) => limiter(name, max, seconds));

  async function countNamed(name: LimitName, { address, userId, programId = null }: LimitedCaller) {
    const { per } = named[name];
    const key = { user: userId, key: programId, address: toNetwork(address), installation: 'all' }[per];
    if (key !== null) await consume(byName[name], key, name);
  }

  return {
    async consumeForIp(address) {
      const key = toNetwork(address);
      await consume(addresses, key);
      const known = await refused.get(key).catch(() => null);
      if (known && known.consumedPoints > refusedPerAddress) throw tooMany(known);
    },
    consumeFailedAuth: (address) => consume(refused, toNetwork(address)),
    consumeForUser: (userId) => consume(users, userId),
    async countCall(endpoint, caller) {
      const names = [...listLimits(endpoint), ...(caller.programId ? keyLimits : [])];
      for (const name of names) await countNamed(name, caller);
    },
    async close() {
      client?.disconnect();
    },
  };
}

function mapLimits<Value>(
  limits: RateLimits,
  toValue: (name: LimitName, limit: RateLimits[LimitName]) => Value,
): Record<LimitName, Value> {
  const names = Object.keys(limits) as LimitName[]; // the type allows no others
  return Object.fromEntries(names.map((name) => [name, toValue(name, limits[name])])) as Record<LimitName, Value>;
}

async function consume(limiter: Limiter, key: string, name?: LimitName): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw tooMany(refusal, name);
    throw refusal;
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes, limit?: LimitName): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiError('too_many_requests', limit ? { retryAfterSeconds, limit } : { retryAfterSeconds });
}

/**
 * Returns an address's key: the address itself for IPv4, the first four groups for IPv6, because a customer has a whole
 * /64 (RFC 6177). Anything else is returned unchanged.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')
    : parsed.toString();
}
