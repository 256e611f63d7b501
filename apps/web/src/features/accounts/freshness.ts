import type { Account } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';

type Synced = Pick<Account, 'syncRunning' | 'lastSyncAt' | 'problem'>;
type ProblemCode = NonNullable<Account['problem']>['code'];

/** Data freshness; for several accounts, the state that matters most. */
export type Freshness =
  | { state: 'needs-attention'; accounts: number }
  | { state: 'out-of-date'; accounts: number }
  | { state: 'syncing'; running: number; of: number }
  | { state: 'synced'; at: string }
  | { state: 'never' };

const solvedByPerson: readonly ProblemCode[] = [
  'reconnect_required',
  'permission_missing',
  'account_unreachable',
  'login_not_decryptable',
];

/** True if only the user can bring the account up to date again; other problems resolve by themselves. */
export function needsPerson({ problem, syncRunning }: Pick<Synced, 'problem' | 'syncRunning'>): boolean {
  return problem !== null && !syncRunning && solvedByPerson.includes(problem.code);
}

export function getFreshness(accounts: readonly Synced[]): Freshness {
  const needing = accounts.filter(needsPerson).length;
  if (needing > 0) return { state: 'needs-attention', accounts: needing };
  const behind = accounts.filter(({ problem, syncRunning }) => problem !== null && !syncRunning).length;
  if (behind > 0) return { state: 'out-of-date', accounts: behind };
  const running = accounts.filter(({ syncRunning }) => syncRunning).length;
  if (running > 0) return { state: 'syncing', running, of: accounts.length };
  const times = accounts.flatMap(({ lastSyncAt }) => (lastSyncAt ? [lastSyncAt] : []));
  const oldest = times.toSorted()[0];
  return oldest === undefined ? { state: 'never' } : { state: 'synced', at: oldest };
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * Formats '12 minutes ago', 'in 3 hours'; within a minute, 'just now' or 'in less than a minute'. Avoids
 * `RelativeTimeFormat`, because creating one takes a browser longer than evaluating the rest of this app's code.
 */
export function timeFromNow(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!unit) return seconds <= 0 ? 'just now' : 'in less than a minute';
  const [name, length] = unit;
  const count = Math.trunc(Math.abs(seconds) / length);
  const span = `${wholeNumber(count)} ${plural(count, name)}`;
  return seconds < 0 ? `${span} ago` : `in ${span}`;
}

/** The same for what has happened: never in the future, whatever the clocks say. */
export function timeSince(instant: string, now: number): string {
  return timeFromNow(instant, Math.max(now, Date.parse(instant)));
}
