import { dayIn } from '../../platform/clock.ts';
import { listLinkedAccounts } from '../accounts/index.ts';
import { type EvaluateDeps, publishUnread } from './evaluate.ts';
import { insertAlerts } from './queries.ts';

/**
 * Alerts a user in the app about how their account is accessed from now on. Needs no watch, and goes to no recipients.
 */
export async function raiseAccessAlert(
  { db, clock, dayZone, events }: Pick<EvaluateDeps, 'db' | 'clock' | 'dayZone' | 'events'>,
  userId: string,
  { action, sentence, path }: { action: string; sentence: string; path: string },
): Promise<void> {
  const now = clock();
  const today = dayIn(dayZone, now);
  const alert = {
    accountId: null,
    kind: 'access_changed' as const,
    subject: `${action} ${now.toISOString()}`,
    day: today,
    sentence,
    path,
  };
  await db.transaction().execute((transaction) => insertAlerts(transaction, { userId, alerts: [alert], today, now }));
  await publishUnread({ db, events }, userId, await listLinkedAccounts(db, { userId }));
}
