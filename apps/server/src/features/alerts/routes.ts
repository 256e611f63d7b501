import {
  type AlertSettings,
  getAlertSettings,
  listAlerts,
  markAlertsRead,
  previewAlerts,
  saveAlertSettings,
} from '@tidemark/contract';
import { lockUser } from '../../database/lock-user.ts';
import { isClient, route, type Viewer } from '../../platform/http/route.ts';
import { listLinkedAccounts, ownAccounts, requireAccounts } from '../accounts/index.ts';
import { recordUserAction } from '../audit/index.ts';
import { type EvaluateDeps, publishUnread } from './evaluate.ts';
import { checkAgain } from './check-queries.ts';
import { findSettings, replaceSettings, toChoice } from './choices.ts';
import { findPastAlerts } from './find-alerts.ts';
import { countUnread, listUserAlerts, markRead } from './queries.ts';
import { alertSteps, listPerDay } from './rules.ts';
import { type WebhookRouteDeps, webhookRoutes } from './webhook/routes.ts';

export type AlertRouteDeps = Pick<EvaluateDeps, 'db' | 'clock' | 'dayZone' | 'events'> & WebhookRouteDeps;

const isOn = ({ all, exceptions }: AlertSettings) => [all, ...exceptions].some(({ app }) => app.length > 0);

export function alertRoutes(deps: AlertRouteDeps) {
  const { db, clock, audit } = deps;

  async function requireAll(viewer: Viewer, { exceptions }: AlertSettings): Promise<void> {
    const ids = exceptions.map(({ accountId }) => accountId);
    if (ids.length > 0) await requireAccounts(db, viewer, ids);
  }

  return [
    ...webhookRoutes(deps),

    route(listAlerts, async ({ viewer }) => {
      if (isClient(viewer)) return { alerts: [], unread: 0 };
      const { accountIds } = await ownAccounts(db, viewer);
      const [alerts, unread] = await Promise.all([
        listUserAlerts(db, viewer.userId, accountIds),
        countUnread(db, viewer.userId, accountIds),
      ]);
      return { alerts, unread };
    }),

    route(markAlertsRead, async ({ viewer: { userId }, body: { alertIds } }) => {
      await markRead(db, userId, { alertIds, now: clock() });
      return { unread: await publishUnread(deps, userId, await listLinkedAccounts(db, { userId })) };
    }),

    route(getAlertSettings, async ({ viewer }) => {
      const { accountIds } = await ownAccounts(db, viewer);
      return findSettings(db, viewer.userId, accountIds);
    }),

    route(saveAlertSettings, async ({ viewer, body: settings, requestId }) => {
      const { userId } = viewer;
      await requireAll(viewer, settings);
      const { accountIds } = await ownAccounts(db, viewer);
      const [before, saved] = await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const earlier = await findSettings(transaction, userId, accountIds);
        await replaceSettings(transaction, userId, settings);
        await checkAgain(transaction, userId);
        return [earlier, await findSettings(transaction, userId, accountIds)];
      });
      if (isOn(before) !== isOn(saved)) {
        const action = isOn(saved) ? 'alerts.started' : 'alerts.stopped';
        await recordUserAction(audit, { userId, action, requestId, at: clock() });
      }
      return saved;
    }),

    route(previewAlerts, async ({ viewer, body: settings }) => {
      const { userId } = viewer;
      await requireAll(viewer, settings);
      const found = [];
      for (const account of await listLinkedAccounts(db, { userId })) {
        const kinds = toChoice(settings, account._id).app;
        found.push(...(await findPastAlerts(deps, { userId, account, kinds })));
      }
      return {
        alerts: listPerDay(found).map(({ subject: _, ...alert }) => ({ ...alert, step: alertSteps[alert.kind] })),
      };
    }),
  ];
}
