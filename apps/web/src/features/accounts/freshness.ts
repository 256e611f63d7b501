import type { Account } from '@tidemark/contract';

type FreshnessCache = Pick<Account, 'syncRunning' | 'lastSyncAt' | 'problem'>;

/** How fresh the data is; of several accounts, the state that matters most. */
export type Freshness =
  { state: 'behind'; accounts: number } | { state: 'reading' } | { state: 'read'; at: string } | { state: 'never' };

export function getFreshness(accounts: readonly FreshnessCache[]): Freshness {
  const behind = accounts.filter(({ problem, syncRunning }) => problem !== null && !syncRunning);
  if (behind.length > 0) return { state: 'behind', accounts: behind.length };
  if (accounts.some(({ syncRunning }) => syncRunning)) return { state: 'reading' };
  const read = accounts.flatMap(({ lastSyncAt }) => (lastSyncAt ? [lastSyncAt] : []));
  const oldest = read.toSorted()[0];
  return oldest === undefined ? { state: 'never' } : { state: 'read', at: oldest };
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** '12 minutes ago', 'in 3 hours'; within a minute, 'just now' or 'now'. */
export function timeFromNow(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!unit) return seconds <= 0 ? 'just now' : 'in less than a minute';
  return relative.format(Math.trunc(seconds / unit[1]), unit[0]);
}
