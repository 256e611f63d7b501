import type { Account, LiveMessage } from '@tidemark/contract';
import type { Transaction } from '../../database/database.ts';
import type { AlertEvaluation } from '../../database/tables/alerts.ts';
import { dayIn } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { listLinkedAccounts } from '../accounts/index.ts';
import { type DueUser, recordEvaluations } from './check-queries.ts';
import { findSettings, toChoice } from './choices.ts';
import { findAccountAlerts, findFirstAlerts, type FindDeps, findLoginAlerts } from './find-alerts.ts';
import { countUnread, insertAlerts, insertPastAlerts, listRaised, listSyncTimes } from './queries.ts';
import { type AlertContent, selectAlerts } from './rules.ts';
import { type QueueDeps, queueAlertDelivery, queueAlertMail } from './send-alerts.ts';

export type EvaluateDeps = FindDeps & QueueDeps & { events: EventBus<LiveMessage> };

/**
 * Raises a user's new alerts. The alerts, their mail and the evaluation are stored together, so that a killed process
 * neither loses nor repeats any; two processes agree by the unique keys.
 */
export async function evaluateUser(deps: EvaluateDeps, user: DueUser): Promise<void> {
  const { db, clock, dayZone } = deps;
  const { userId, since } = user;
  const accounts = await listLinkedAccounts(db, { userId });
  const now = clock();
  const { found, past, evaluated, mailed } = await findNew(deps, user, accounts);
  const news = found.filter(({ day }) => since === null || day >= since);
  const alerts = news.length > 0 ? selectAlerts(news, await listRaised(db, userId, now)) : [];
  const added = await db.transaction().execute(async (transaction: Transaction) => {
    const inserted = await insertAlerts(transaction, { userId, alerts, today: dayIn(dayZone, now), now });
    await insertPastAlerts(transaction, { userId, alerts: past, now });
    const toMail = inserted.filter(({ alert }) => mailed(alert));
    if (toMail.length > 0) await queueAlertMail(deps, transaction, { userId, alerts: toMail, now });
    if (inserted.length > 0) await queueAlertDelivery(deps, transaction, { userId, alerts: inserted, now });
    await recordEvaluations(transaction, userId, evaluated);
    return inserted.length;
  });
  if (added > 0) await publishUnread(deps, userId, accounts);
}

interface Found {
  found: AlertContent[];
  /** From before the user linked an account. */
  past: AlertContent[];
  /** Without accounts that are no longer linked. */
  evaluated: Record<string, AlertEvaluation>;
  /** Returns whether the user also wants an alert by mail. */
  mailed(alert: AlertContent): boolean;
}

async function findNew(
  deps: EvaluateDeps,
  { userId, versions, evaluated: earlier, dueAccounts, isLoginDue }: DueUser,
  accounts: readonly Account[],
): Promise<Found> {
  const { db, clock } = deps;
  const ids = accounts.map(({ _id }) => _id);
  const [settings, syncs] = await Promise.all([findSettings(db, userId, ids), listSyncTimes(db, dueAccounts)]);
  const at = clock().toISOString();
  const found: AlertContent[] = [];
  const past: AlertContent[] = [];
  const evaluated = Object.fromEntries(
    Object.entries(earlier).filter(([accountId]) => accountId === 'login' || versions.has(accountId)),
  );
  for (const accountId of dueAccounts) {
    const isFirst = earlier[accountId]?.isFirst ?? true;
    const sync = syncs.get(accountId);
    const account = accounts.find(({ _id }) => _id === accountId);
    // Skipped until then, because days in a first sync arrive out of order.
    const isReady = account && sync?.initializedAt;
    if (isReady) {
      const watched = { userId, account, kinds: toChoice(settings, accountId).app };
      found.push(...(await findAccountAlerts(deps, watched, sync.lastSyncAt)));
      if (isFirst) past.push(...(await findFirstAlerts(deps, watched)));
    }
    evaluated[accountId] = { version: versions.get(accountId) ?? null, at, isFirst: isFirst && !isReady };
  }
  if (isLoginDue) {
    if (settings.all.app.includes('login_ending')) found.push(...(await findLoginAlerts(deps, userId)));
    evaluated.login = { version: null, at, isFirst: false };
  }
  return {
    found,
    past,
    evaluated,
    mailed: ({ accountId, kind }) =>
      (accountId === null ? settings.all : toChoice(settings, accountId)).mail.some((one) => one === kind),
  };
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
