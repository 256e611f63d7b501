import { type Account, type AccountId, addDays, alertPreviewWeeks, type AlertKind } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { dayIn, type DayClock } from '../../platform/clock.ts';
import { requireAccounts } from '../accounts/index.ts';
import { loadUnusualEvents } from '../analytics/index.ts';
import { findLoginEnd } from './queries.ts';
import { type AlertContent, findReminder, isBehind, listPerDay } from './rules.ts';
import { writeAlert, writeLoginEnding, writeSyncBehind } from './write-alert.ts';

export interface FindDeps extends DayClock {
  db: Database;
}

/** Days that are still news: Instagram closes a day one or two days later. */
const newsDays = 3;
/** Shown, as read, to a user who has just linked an account. */
const maxFirstAlerts = 3;

interface Watched {
  userId: string;
  account: Account;
  kinds: readonly AlertKind[];
}

/** Finds what has just happened to an account, limited to the kinds its user has chosen. */
export async function findAccountAlerts(
  deps: FindDeps,
  watched: Watched,
  lastSyncAt: Date | null,
): Promise<AlertContent[]> {
  const now = deps.clock();
  const today = dayIn(deps.dayZone, now);
  const found = await findUnusual(deps, watched, { from: addDays(today, -newsDays), to: today, today });
  const isLate = watched.kinds.includes('sync_behind') && isBehind(lastSyncAt, now);
  return isLate && lastSyncAt ? [...found, writeSyncBehind(watched.account, lastSyncAt, today)] : found;
}

/** Finds the newest alerts from before an account was linked, so that its user sees what alerts are. */
export async function findFirstAlerts(deps: FindDeps, watched: Watched): Promise<AlertContent[]> {
  return listPerDay(await findPastAlerts(deps, watched)).slice(0, maxFirstAlerts);
}

/** Finds the alerts that would have been raised day by day in the weeks before. */
export function findPastAlerts(
  deps: FindDeps,
  watched: Watched,
  weeks: number = alertPreviewWeeks,
): Promise<AlertContent[]> {
  const today = dayIn(deps.dayZone, deps.clock());
  return findUnusual(deps, watched, { from: addDays(today, -7 * weeks), to: today, today });
}

async function findUnusual(
  { db }: FindDeps,
  { userId, account, kinds }: Watched,
  range: Parameters<typeof loadUnusualEvents>[2],
): Promise<AlertContent[]> {
  if (kinds.every((kind) => kind === 'sync_behind' || kind === 'login_ending')) return [];
  const accountId: AccountId = account._id;
  const scope = await requireAccounts(db, { userId, role: 'user' }, [accountId]);
  const events = await loadUnusualEvents(db, scope, range);
  return events.filter(({ kind }) => kinds.includes(kind)).map((event) => writeAlert(account, event));
}

export async function findLoginAlerts({ db, clock, dayZone }: FindDeps, userId: string): Promise<AlertContent[]> {
  const now = clock();
  const endsAt = await findLoginEnd(db, userId);
  const days = findReminder(endsAt, now);
  return endsAt && days !== null ? [writeLoginEnding(endsAt, { days, today: dayIn(dayZone, now) })] : [];
}
