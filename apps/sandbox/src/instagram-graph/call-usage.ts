import type { AccountProfile } from '../world/account-profile.ts';
import { sumBy } from '../world/day-record.ts';
import type { World } from '../world/world.ts';

const bucketMillis = 600_000;
const day = 86_400_000;
const hour = 3_600_000;
const minImpressions = 10;
const callsPerImpression = 4_800;

/** Calls per account over a rolling day and per app over a rolling hour, as in Meta's business use case limits. */
export interface CallUsage {
  countAccount: (accountId: string, calls: number) => void;
  countApp: (calls: number) => void;
  accountCalls: (accountId: string) => number;
  accountPercent: (account: AccountProfile) => number;
  appPercent: () => number;
  reset: () => void;
}

export function createCallUsage({
  world,
  now,
  appUsers,
}: {
  world: World;
  now: () => number;
  appUsers: number;
}): CallUsage {
  let byAccount = new Map<string, Map<number, number>>();
  let app = new Map<number, number>();
  const limits = new Map<string, { day: number; limit: number }>();

  function count(buckets: Map<number, number>, calls: number) {
    const bucket = Math.floor(now() / bucketMillis);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + calls);
  }

  function within(buckets: Map<number, number> | undefined, span: number): number {
    let sum = 0;
    const [oldest, newest] = [Math.floor((now() - span) / bucketMillis), Math.floor(now() / bucketMillis)];
    for (const [bucket, calls] of buckets ?? []) {
      if (bucket > oldest && bucket <= newest) sum += calls;
      else buckets?.delete(bucket);
    }
    return sum;
  }

  function getLimit(account: AccountProfile): number {
    const today = world.calendar.dayAt(now());
    const known = limits.get(account.id);
    if (known?.day === today) return known.limit;
    const yesterday = world.getTimeline(account).dayAt(today - 1, now());
    const limit = callsPerImpression * Math.max(minImpressions, yesterday ? sumBy(yesterday.views) : 0);
    limits.set(account.id, { day: today, limit });
    return limit;
  }

  const accountCalls = (accountId: string) => within(byAccount.get(accountId), day);

  return {
    countAccount(accountId, calls) {
      const buckets = byAccount.get(accountId) ?? new Map<number, number>();
      byAccount.set(accountId, buckets);
      count(buckets, calls);
    },
    countApp: (calls) => count(app, calls),
    accountCalls,
    accountPercent: (account) => (accountCalls(account.id) * 100) / getLimit(account),
    appPercent: () => (within(app, hour) * 100) / (200 * appUsers),
    reset() {
      byAccount = new Map();
      app = new Map();
    },
  };
}
