import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => {
  const choices = await db
    .selectFrom('alert_choice')
    .select(['account_id', 'app_kinds', 'mail_kinds'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  const alerts = await db
    .selectFrom('alert')
    .select(['account_id', 'kind', 'day', 'sentence', 'path', 'created_at', 'read_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const webhook = await db
    .selectFrom('alert_webhook')
    .select(['url', 'created_at', 'disabled_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const deliveries = await db
    .selectFrom('alert_delivery')
    .select(['kind', 'body', 'state', 'attempts', 'created_at', 'status', 'problem'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  return {
    profile: { alerts, alertSettings: choices, alertWebhook: webhook ?? null, alertDeliveries: deliveries },
  };
};
