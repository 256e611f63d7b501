import {
  addRecipient,
  confirmRecipient,
  listRecipients,
  maxRecipients,
  openUnsubscribePage,
  type Recipient,
  removeRecipient,
  sendConfirmation,
  setSubscriptions,
  unsubscribe,
} from '@tidemark/contract';
import { findVerifiedEmail } from '../../../clients/identity-provider/find-verified-email.ts';
import type { IdentityProvider } from '../../../clients/identity-provider/identity-provider.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route } from '../../../platform/http/route.ts';
import { writeAuditEntry, type AuditLog } from '../../audit/index.ts';
import type { Outbox } from '../outbox/outbox.ts';
import {
  confirmBySecret,
  deleteRecipient,
  insertRecipient,
  listRecipientsOf,
  replaceSubscriptions,
  unsubscribeBySecret,
} from './queries.ts';
import { queueConfirmation } from './queue-confirmation.ts';
import { toUnsubscribePage } from './unsubscribe-links.ts';
import { toComparableAddress } from '../../../platform/address-forms.ts';

interface RecipientChange {
  userId: string;
  action: string;
  recipientId: string;
  /** Null if the recipient did it. */
  actorId: string | null;
  requestId: string;
}

export interface RecipientDeps {
  db: Database;
  clock: Clock;
  outbox: Outbox;
  appUrl: string;
  audit: AuditLog;
  identityProvider: IdentityProvider;
}

/** Manages addresses to which users have mail sent. An address receives none before it has confirmed. */
export function recipientRoutes(deps: RecipientDeps) {
  const { db, clock, outbox, appUrl, audit, identityProvider } = deps;

  async function onChanged({ userId, actorId, action, recipientId, requestId }: RecipientChange): Promise<void> {
    const entry = { actorId, action, target: `user:${userId}`, change: { recipientId }, requestId, ip: null };
    await writeAuditEntry(audit, entry);
  }

  async function requireRecipient(database: Database | Transaction, userId: string, id: string): Promise<Recipient> {
    const [recipient] = await listRecipientsOf(database, userId, id);
    if (!recipient) throw new ApiError('not_found');
    return recipient;
  }

  return [
    route(listRecipients, async ({ viewer: { userId } }) => ({ recipients: await listRecipientsOf(db, userId) })),

    route(addRecipient, async ({ viewer: { userId }, body: { address, subscriptions }, requestId, reply }) => {
      if (!outbox.isEnabled) throw new ApiError('mail_off');
      const verified = await findVerifiedEmail(identityProvider, toAccessToken(reply));
      const isConfirmed = verified !== null && toComparableAddress(verified) === address.toLowerCase();
      const recipient = await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const known = await listRecipientsOf(transaction, userId);
        const now = clock();
        if (known.some((one) => one.address.toLowerCase() === address.toLowerCase()))
          throw new ApiError('recipient_exists');
        if (known.length >= maxRecipients) throw new ApiError('recipient_limit_reached');
        const recipientId = await insertRecipient(transaction, { userId, address, now, isConfirmed });
        if (recipientId === undefined) throw new ApiError('recipient_exists');
        await replaceSubscriptions(transaction, recipientId, { kinds: subscriptions, now });
        if (!isConfirmed) await queueConfirmation(deps, transaction, { userId, recipientId, address });
        return requireRecipient(transaction, userId, recipientId);
      });
      await onChanged({ userId, actorId: userId, action: 'recipient.added', recipientId: recipient.id, requestId });
      return recipient;
    }),

    route(sendConfirmation, async ({ viewer: { userId }, params: { id } }) => {
      if (!outbox.isEnabled) throw new ApiError('mail_off');
      return db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const { address, state, left } = await requireRecipient(transaction, userId, id);
        if (state !== 'confirmed' || left.length > 0)
          await queueConfirmation(deps, transaction, { userId, recipientId: id, address });
        return requireRecipient(transaction, userId, id);
      });
    }),

    route(setSubscriptions, async ({ viewer: { userId }, params: { id }, body: { subscriptions } }) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId);
        const { state, left } = await requireRecipient(transaction, userId, id);
        if (state === 'confirmed' && subscriptions.some((kind) => left.includes(kind)))
          throw new ApiError('recipient_left');
        await replaceSubscriptions(transaction, id, { kinds: subscriptions, now: clock() });
        return requireRecipient(transaction, userId, id);
      }),
    ),

    route(removeRecipient, async ({ viewer: { userId }, params: { id }, requestId }) => {
      const removed = await db.transaction().execute((transaction) => deleteRecipient(transaction, userId, id));
      if (!removed) throw new ApiError('not_found');
      await onChanged({ userId, actorId: userId, action: 'recipient.removed', recipientId: id, requestId });
      return { success: true as const };
    }),

    route(confirmRecipient, async ({ body: { token }, requestId }) => {
      const confirmed = await confirmBySecret(db, token, clock());
      if (!confirmed) throw new ApiError('mail_link_invalid');
      const { user_id: userId, recipient_id: recipientId, address } = confirmed;
      await onChanged({ userId, actorId: null, action: 'recipient.confirmed', recipientId, requestId });
      return { address };
    }),

    route(openUnsubscribePage, async ({ params: { kind, token }, reply }) => {
      reply.redirect(toUnsubscribePage({ appUrl, kind, token }));
      return '';
    }),

    route(unsubscribe, async ({ params: { kind, token: secret }, requestId }) => {
      const ended = await db.transaction().execute((transaction) => unsubscribeBySecret(transaction, { secret, kind }));
      if (!ended) throw new ApiError('mail_link_invalid');
      const { user_id: userId, recipient_id: recipientId, address } = ended;
      if (ended.hasChanged)
        await onChanged({ userId, actorId: null, action: 'recipient.unsubscribed', recipientId, requestId });
      return { address };
    }),
  ];
}
