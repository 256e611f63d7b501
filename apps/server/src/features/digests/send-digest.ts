import { dayMillis, type Digest } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { listSubscribers, type Outbox, toUnsubscribeLinks } from '../mail/index.ts';
import { toDigestMail } from './digest-mail.ts';

const lifeMillis = 2 * dayMillis;

export interface QueueDeps {
  outbox: Outbox;
  appUrl: string;
}

/** Queues a digest for its subscribers, or for one subscriber as a test; returns how many receive it. */
export async function queueDigest(
  { outbox, appUrl }: QueueDeps,
  db: Database | Transaction,
  { userId, digest, now, testFor }: { userId: string; digest: Digest; now: Date; testFor?: string },
): Promise<number> {
  const sender = await db.selectFrom('app_user').select('name').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const subscribers = await listSubscribers(db, { userId, kind: 'digest' });
  const receivers = subscribers.filter(({ recipient_id }) => testFor === undefined || recipient_id === testFor);
  for (const { recipient_id: recipientId, address, unsubscribe_token: token } of receivers)
    await outbox.queue(db, {
      kind: 'digest',
      address,
      userId,
      recipientId,
      ...(testFor === undefined ? { dedupKey: `digest:${userId}:${digest.from}:${digest.to}:${recipientId}` } : {}),
      content: toDigestMail(digest, {
        unsubscribe: toUnsubscribeLinks({ appUrl, kind: 'digest', token }),
        sender: sender.name,
      }),
      expiresAt: new Date(now.getTime() + lifeMillis),
    });
  return receivers.length;
}
