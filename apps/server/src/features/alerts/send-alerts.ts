import { dayMillis } from '@tidemark/contract';
import type { Transaction } from '../../database/database.ts';
import { countLabel } from '../../platform/number-labels.ts';
import { listSubscribers, type MailContent, type Outbox, toReason, toUnsubscribeLinks } from '../mail/index.ts';
import { type AlertContent, alertSteps } from './rules.ts';
import { queueDelivery } from './webhook/queries.ts';

const lifeMillis = 2 * dayMillis;

export interface QueueDeps {
  outbox: Outbox;
  appUrl: string;
}

interface RaisedAlerts {
  userId: string;
  alerts: readonly { id: string; alert: AlertContent }[];
  now: Date;
}

/** Queues one mail with all of an evaluation's alerts for each recipient who subscribed to alerts. */
export async function queueAlertMail(
  { outbox, appUrl }: QueueDeps,
  transaction: Transaction,
  { userId, alerts, now }: RaisedAlerts,
): Promise<void> {
  const subscribers = await listSubscribers(transaction, { userId, kind: 'alert' });
  if (subscribers.length === 0) return;
  const { name: sender } = await transaction
    .selectFrom('app_user')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  for (const { recipient_id: recipientId, address, unsubscribe_token: token, is_member: isMember } of subscribers)
    await outbox.queue(transaction, {
      kind: 'alert',
      address,
      userId,
      recipientId,
      dedupKey: `alert:${alerts[0]?.id}:${recipientId}`,
      content: toAlertMail(
        alerts.map(({ alert }) => alert),
        { unsubscribe: toUnsubscribeLinks({ appUrl, kind: 'alert', token }), sender, isMember, appUrl },
      ),
      expiresAt: new Date(now.getTime() + lifeMillis),
    });
}

/** Queues one delivery with all of an evaluation's alerts for the user's webhook. */
export async function queueAlertDelivery(
  { appUrl }: Pick<QueueDeps, 'appUrl'>,
  transaction: Transaction,
  { userId, alerts, now }: RaisedAlerts,
): Promise<void> {
  const createdAt = now.toISOString();
  await queueDelivery(transaction, {
    userId,
    kind: 'alerts',
    now,
    toBody: (id) => ({
      id,
      type: 'alerts',
      createdAt,
      alerts: alerts.map(({ id: alertId, alert: { accountId, kind, day, sentence, path } }) => ({
        id: alertId,
        accountId,
        kind,
        day,
        sentence,
        step: alertSteps[kind],
        url: `${appUrl}${path}`,
      })),
    }),
  });
}

function toAlertMail(
  alerts: readonly AlertContent[],
  {
    unsubscribe,
    appUrl,
    ...source
  }: {
    unsubscribe: NonNullable<MailContent['unsubscribe']>;
    sender: string;
    isMember: boolean;
    appUrl: string;
  },
): MailContent {
  const [first] = alerts;
  const sentence = first?.sentence ?? '';
  const isSingle = alerts.length === 1;
  return {
    subject: isSingle ? sentence : `${countLabel(alerts.length, 'alert')}: ${sentence}`,
    summary: sentence,
    title: isSingle ? 'Something unusual happened' : `${countLabel(alerts.length, 'alert')} from your accounts`,
    blocks: isSingle
      ? [
          { kind: 'text', text: sentence },
          ...(first ? [{ kind: 'button' as const, label: alertSteps[first.kind], url: `${appUrl}${first.path}` }] : []),
        ]
      : [
          {
            kind: 'links',
            title: 'What happened, and what you can do',
            links: alerts.map((alert) => ({
              title: alert.sentence,
              detail: alertSteps[alert.kind],
              url: `${appUrl}${alert.path}`,
            })),
          },
        ],
    reason: toReason('these alerts', source),
    unsubscribe,
  };
}
