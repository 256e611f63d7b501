import { listLinkedAccounts } from '../accounts/index.ts';
import { findSettings, toChoice } from './choices.ts';
import { findPastAlerts, type FindDeps } from './find-alerts.ts';
import { insertPastAlerts, markNewestUnread } from './queries.ts';
import { listPerDay } from './rules.ts';

/** Raises the newest alerts of the last weeks, each on the day after its cause; all but the newest `unread` are read. */
export async function raisePastAlerts(
  deps: FindDeps,
  userId: string,
  { weeks, count, unread }: { weeks: number; count: number; unread: number },
): Promise<void> {
  const { db, clock } = deps;
  const accounts = await listLinkedAccounts(db, { userId });
  const settings = await findSettings(
    db,
    userId,
    accounts.map(({ _id }) => _id),
  );
  const found = [];
  for (const account of accounts) {
    const kinds = toChoice(settings, account._id).app;
    found.push(...(await findPastAlerts(deps, { userId, account, kinds }, weeks)));
  }
  const alerts = listPerDay(found).slice(0, count);
  await db.transaction().execute(async (transaction) => {
    await insertPastAlerts(transaction, { userId, alerts, now: clock() });
    await markNewestUnread(transaction, userId, { count: unread, now: clock() });
  });
}
