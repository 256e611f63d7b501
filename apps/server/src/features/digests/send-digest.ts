import { dayMillis, type Digest } from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { listSubscribers, type Outbox, toUnsubscribeLinks } from '../mail/index.ts';
import { toDigestMail } from './digest-mail.ts';

const lifeMillis = 2 * dayMillis;

export interface QueueDeps {
  outbox: Outbox;
  appUrl: string;
}

/** Identifies a client's accounts, which all readers with the same ones share a digest about. */
export const toScopeKey = (accountIds: readonly string[] | null) => accountIds?.toSorted().join(',') ?? 'all';

/**
 * Queues digests for their subscribers, each about the accounts that the subscriber sees, or for one subscriber as a
 * test.
 */
export async function queueDigest(
  { outbox, appUrl }: QueueDeps,
  db: Database | Transaction,
  {
    userId,
    digests,
    now,
    testFor,
  }: { userId: string; digests: ReadonlyMap<string, Digest | null>; now: Date; testFor?: string },
): Promise<void> {
  const sender = await db.selectFrom('app_user').select('name').where('user_id', '=', userId).executeTakeFirstOrThrow();
  const subscribers = await listSubscribers(db, { userId, kind: 'digest' });
  const receivers = subscribers.filter(({ recipient_id }) => testFor === undefined || recipient_id === testFor);
  for (const { recipient_id: recipientId, address, unsubscribe_token: token, account_ids, is_member } of receivers) {
    const digest = digests.get(toScopeKey(account_ids));
    if (!digest) continue;
    await outbox.queue(db, {
      kind: 'digest',
      address,
      userId,
      recipientId,
      ...(testFor === undefined ? { dedupKey: `digest:${userId}:${digest.from}:${digest.to}:${recipientId}` } : {}),
      content: toDigestMail(digest, {
        unsubscribe: toUnsubscribeLinks({ appUrl, kind: 'digest', token }),
        sender: sender.name,
        isMember: is_member,
      }),
      expiresAt: new Date(now.getTime() + lifeMillis),
    });
  }
}
