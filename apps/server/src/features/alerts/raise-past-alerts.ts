import { dayMillis } from '@tidemark/contract';
import { listLinkedAccounts } from '../accounts/index.ts';
import { findPastAlerts, type FindDeps } from './find-alerts.ts';
import { insertAlerts, markRead } from './queries.ts';
import { listPerDay } from './rules.ts';
import { findSettings } from './watch-queries.ts';

/** Raises the newest alerts of the last weeks, each on the day after its cause; all but the newest `unread` are read. */
export async function raisePastAlerts(
  deps: FindDeps,
  userId: string,
  { weeks, count, unread }: { weeks: number; count: number; unread: number },
): Promise<void> {
  const { db, clock } = deps;
  const accounts = await listLinkedAccounts(db, userId);
  const settings = await findSettings(
    db,
    userId,
    accounts.map(({ _id }) => _id),
  );
  const found = [];
  for (const account of accounts) {
    const kinds = settings.accounts.find(({ accountId }) => accountId === account._id)?.kinds ?? [];
    found.push(...(await findPastAlerts(deps, { userId, account, kinds }, weeks)));
  }
  const newest = listPerDay(found).slice(0, count);
  await db.transaction().execute(async (transaction) => {
    const raised: string[] = [];
    for (const alert of newest) {
      const now = new Date(Math.min(Date.parse(alert.day) + dayMillis * 1.5, clock().getTime()));
      const added = await insertAlerts(transaction, { userId, alerts: [alert], today: alert.day, now });
      raised.push(...added.map(({ id }) => id));
    }
    const alertIds = raised.slice(unread);
    if (alertIds.length > 0) await markRead(transaction, userId, { alertIds, now: clock() });
  });
}
