import type { Account, AccountId, LiveMessage } from '@tidemark/contract';
import type { Transaction } from '../../database/database.ts';
import { dayIn } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { listLinkedAccounts } from '../accounts/index.ts';
import { findAccountAlerts, type FindDeps, findLoginAlerts } from './find-alerts.ts';
import { countUnread, insertAlerts, listRaised, listSyncTimes } from './queries.ts';
import { type AlertContent, isDue, selectAlerts } from './rules.ts';
import { type QueueDeps, queueAlertDelivery, queueAlertMail } from './send-alerts.ts';
import { recordEvaluations, type Watch } from './watch-queries.ts';

export type EvaluateDeps = FindDeps & QueueDeps & { events: EventBus<LiveMessage> };

interface Evaluated {
  watchId: string;
  version: number | null;
}

/**
 * Raises a user's new alerts. The alerts, their mail and the evaluation are stored together, so that a killed process
 * neither loses nor repeats any; two processes agree by the unique keys.
 */
export async function evaluateWatches(deps: EvaluateDeps, userId: string, watches: readonly Watch[]): Promise<void> {
  const { db, clock, dayZone } = deps;
  const accounts = await listLinkedAccounts(db, userId);
  const now = clock();
  const { found, evaluated } = await findNew(deps, { userId, watches, accounts });
  if (evaluated.length === 0) return;
  const alerts = found.length > 0 ? selectAlerts(found, await listRaised(db, userId, now)) : [];
  const added = await db.transaction().execute(async (transaction: Transaction) => {
    const inserted = await insertAlerts(transaction, { userId, alerts, today: dayIn(dayZone, now), now });
    if (inserted.length > 0) {
      await queueAlertMail(deps, transaction, { userId, alerts: inserted, now });
      await queueAlertDelivery(deps, transaction, { userId, alerts: inserted, now });
    }
    await recordEvaluations(transaction, evaluated, now);
    return inserted.length;
  });
  if (added > 0) await publishUnread(deps, userId, accounts);
}

async function findNew(
  deps: EvaluateDeps,
  { userId, watches, accounts }: { userId: string; watches: readonly Watch[]; accounts: readonly Account[] },
): Promise<{ found: AlertContent[]; evaluated: Evaluated[] }> {
  const now = deps.clock();
  const byId = new Map(accounts.map((account) => [account._id, account]));
  const due = watches.filter(({ accountId, last }) => {
    const account = accountId === null ? undefined : byId.get(accountId);
    return (accountId === null || account) && isDue(last, account?.dataVersion ?? null, now);
  });
  const ids = due.flatMap(({ accountId }): AccountId[] => (accountId === null ? [] : [accountId]));
  const syncs = await listSyncTimes(deps.db, ids);
  const found: AlertContent[] = [];
  const evaluated: Evaluated[] = [];
  for (const { watchId, accountId, kinds } of due) {
    const account = accountId === null ? undefined : byId.get(accountId);
    found.push(
      ...(account
        ? await findAccountAlerts(deps, { userId, account, kinds }, syncs.get(account._id))
        : await findLoginAlerts(deps, userId)),
    );
    evaluated.push({ watchId, version: account?.dataVersion ?? null });
  }
  return { found, evaluated };
}

/** Notifies the user's open pages. */
export async function publishUnread(
  { db, events }: Pick<EvaluateDeps, 'db' | 'events'>,
  userId: string,
  accounts: readonly Pick<Account, '_id'>[],
): Promise<number> {
  const unread = await countUnread(
    db,
    userId,
    accounts.map(({ _id }) => _id),
  );
  await events.publish({ to: 'user', userId, event: { type: 'alerts-update', unread } });
  return unread;
}
