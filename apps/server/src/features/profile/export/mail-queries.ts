import type { Database } from '../../../database/database.ts';

/** Lists the addresses to which the user has mail sent, without the secrets in their links. */
export async function listMailRecipients(db: Database, userId: string) {
  const recipients = await db
    .selectFrom('recipient')
    .select([
      'recipient_id',
      'address',
      'created_at',
      'confirmed_at',
      'failures',
      'last_failure',
      'bounced_at',
      'disabled_at',
    ])
    .select('left_kinds')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const subscriptions = await db
    .selectFrom('recipient_subscription')
    .innerJoin('recipient', 'recipient.recipient_id', 'recipient_subscription.recipient_id')
    .select(['recipient_subscription.recipient_id', 'kind', 'subscribed_at'])
    .where('user_id', '=', userId)
    .execute();
  return recipients.map(({ recipient_id: id, ...recipient }) => ({
    ...recipient,
    subscriptions: subscriptions
      .filter(({ recipient_id }) => recipient_id === id)
      .map(({ kind, subscribed_at }) => ({ kind, subscribed_at })),
  }));
}

export async function findDigestSchedule(db: Database, userId: string) {
  const schedule = await db
    .selectFrom('digest_schedule')
    .select(['is_on', 'cadence', 'weekday', 'month_day', 'hour', 'time_zone', 'account_ids', 'next_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return schedule ?? null;
}

/** Lists mail sent for the user; contents are deleted once they are sent. */
export function listMail(db: Database, userId: string) {
  return db
    .selectFrom('mail_message')
    .select(['kind', 'address', 'state', 'created_at', 'finished_at', 'problem'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Lists the user's alert settings and alerts. */
export async function listAlertData(db: Database, userId: string) {
  const watches = await db
    .selectFrom('alert_watch')
    .select(['account_id', 'kinds'])
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
  return { watches, alerts, webhook: webhook ?? null, deliveries };
}
