import { dayMillis } from '@tidemark/contract';
import type { Transaction } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { countRecentMessages } from '../outbox/queries.ts';
import { toConfirmationLink, toConfirmationMail } from './confirmation-mail.ts';
import { createSecret, saveConfirmation } from './queries.ts';

/** Per address and user. */
const maxConfirmationsPerDay = 3;
/** Per address for all users together, so that they cannot fill a mailbox. Further links are silently not sent. */
const maxConfirmationsOfAll = 20;

export interface ConfirmationDeps {
  clock: Clock;
  outbox: Outbox;
  appUrl: string;
}

/** Queues the mail whose link confirms a recipient's address. */
export async function queueConfirmation(
  { clock, outbox, appUrl }: ConfirmationDeps,
  transaction: Transaction,
  { userId, recipientId, address }: { userId: string; recipientId: string; address: string },
): Promise<void> {
  const now = clock();
  const since = new Date(now.getTime() - dayMillis);
  const recent = await countRecentMessages(transaction, { address, userId, kind: 'confirmation', since });
  if (recent.byUser >= maxConfirmationsPerDay) throw new ApiError('confirmation_limit_reached');
  const secret = createSecret();
  await saveConfirmation(transaction, recipientId, { secret, now });
  await outbox.queue(transaction, {
    kind: 'confirmation',
    address,
    userId,
    recipientId,
    content: toConfirmationMail({ link: toConfirmationLink(appUrl, secret), appUrl }),
    // An unsent link counts all the same, so that the responses do not differ.
    expiresAt: recent.total >= maxConfirmationsOfAll ? now : new Date(now.getTime() + 2 * dayMillis),
  });
}
