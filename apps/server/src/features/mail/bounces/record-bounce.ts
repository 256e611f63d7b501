import type { Database } from '../../../database/database.ts';
import { countFailure, markReturned } from '../outbox/queries.ts';
import { findPermanentFailure, readHeader } from './delivery-status.ts';
import { findReturnedMessage } from './return-path.ts';

export type Bounce = 'recorded' | 'no_failure' | 'unknown_message';

interface ReturnedMail {
  /** Unchanged, as it arrived. */
  message: string;
  /** The recipient it was addressed to, if the mail server says so. */
  envelopeRecipient: string | null;
  returnPath: string;
  now: Date;
}

/** Counts a returned message, once: against its address, or as refused for another reason. */
export async function recordBounce(
  db: Database,
  { message, envelopeRecipient, returnPath, now }: ReturnedMail,
): Promise<Bounce> {
  const failure = findPermanentFailure(message);
  if (!failure) return 'no_failure';
  const messageId = findReturnedMessage(returnPath, envelopeRecipient ?? readHeader(message));
  if (messageId === null) return 'unknown_message';
  return db.transaction().execute(async (transaction) => {
    const returned = await markReturned(transaction, messageId, failure);
    if (!returned) return 'unknown_message';
    if (returned.recipient_id !== null && failure.isAboutAddress)
      await countFailure(transaction, returned.recipient_id, { problem: failure.problem, now, bouncedAt: now });
    return 'recorded';
  });
}
