import { type AlertKind, dayMillis } from '@tidemark/contract';
import type { AlertEvaluation } from '../../database/tables/alerts.ts';

/** An alert's content. */
export interface AlertContent {
  accountId: string | null;
  kind: AlertKind;
  /** Identifies the cause, so that it is raised once. */
  subject: string;
  day: string;
  sentence: string;
  path: string;
}

/** Says what to do next about an alert; labels the link to its page. */
export const alertSteps: Record<AlertKind, string> = {
  unusual_day: 'See the day’s numbers and posts',
  post_above_peers: 'See what sets the post apart',
  follower_milestone: 'See how it grew',
  follower_fall: 'See the week day by day',
  sync_behind: 'Check the connection',
  login_ending: 'Reconnect',
  access_changed: 'Review it',
};

/** Days before a login's end on which its user is reminded. */
const reminderDays = [14, 7, 1];
const behindMillis = dayMillis;
/** Time after which a user or an account is evaluated again without new data, because time alone can raise alerts. */
const evaluationMillis = 3_600_000;

/** Returns the current reminder in days before the end; null if it is too early, or too late. */
export function findReminder(endsAt: Date | null, now: Date): number | null {
  if (!endsAt || endsAt <= now) return null;
  const days = (endsAt.getTime() - now.getTime()) / dayMillis;
  return reminderDays.findLast((reminder) => days <= reminder) ?? null;
}

export function isBehind(lastSyncAt: Date | null, now: Date): boolean {
  return lastSyncAt !== null && now.getTime() - lastSyncAt.getTime() >= behindMillis;
}

/** Returns true if new data was committed since, or an hour has passed. */
export function isDue(last: AlertEvaluation | undefined, version: number | null, now: Date): boolean {
  if (!last || last.at === null || last.version !== version) return true;
  return now.getTime() - Date.parse(last.at) >= evaluationMillis;
}

const toSubject = ({ accountId, kind, subject }: Pick<AlertContent, 'accountId' | 'kind' | 'subject'>) =>
  JSON.stringify([accountId, kind, subject]);

/** Selects the newest alert per kind and account that has not been raised, in an order on which all processes agree. */
export function selectAlerts(
  found: readonly AlertContent[],
  raised: readonly Pick<AlertContent, 'accountId' | 'kind' | 'subject'>[],
): AlertContent[] {
  const known = new Set(raised.map(toSubject));
  const fresh = found.filter((alert) => !known.has(toSubject(alert)));
  const newest = new Map<string, AlertContent>();
  for (const alert of fresh.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
    newest.set(JSON.stringify([alert.accountId, alert.kind]), alert);
  return [...newest].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, alert]) => alert);
}

/** Lists at most one alert per kind, account and day, newest first: what would have been raised day by day. */
export function listPerDay(found: readonly AlertContent[]): AlertContent[] {
  const byDay = Map.groupBy(found, ({ accountId, kind, day }) => JSON.stringify([day, kind, accountId]));
  return [...byDay.values()]
    .flatMap(([first]) => first ?? [])
    .sort((one, other) => (one.day === other.day ? (one.kind < other.kind ? -1 : 1) : one.day < other.day ? 1 : -1));
}
