import { changeEmail, confirmOwnEmail, dayMillis } from '@tidemark/contract';
import type { Database, Transaction } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import { saveEmail } from '../../auth/index.ts';
import type { Outbox } from '../../mail/index.ts';
import { createLink, takeLink } from '../links/sign-in-links.ts';
import type { Owner } from '../own/owner.ts';
import { confirmIdentityEmail, findIdentity, savePendingEmail, type LocalIdentity } from '../queries.ts';
import { toAddressMail, toAddressNotice } from './address-mail.ts';

export interface OwnEmailDeps {
  db: Database;
  clock: Clock;
  appUrl: string;
  outbox: Outbox;
  owner: Owner;
  /** Records a change to the user's own credentials. */
  onChanged(
    userId: string,
    action: string,
    change: { requestId: string; earlierAddress?: string | null },
  ): Promise<void>;
  publishUser(userId: string): Promise<void>;
}

/** Lets users change the address that they sign in with: it is theirs once they have proved it. */
export function ownEmailRoutes({ db, clock, appUrl, outbox, owner, onChanged, publishUser }: OwnEmailDeps) {
  async function request(
    transaction: Transaction,
    { identity, userId, email }: { identity: LocalIdentity; userId: string; email: string },
  ): Promise<void> {
    const { subject, name } = identity;
    const isOwn = email.toLowerCase() === identity.email.toLowerCase() && identity.isEmailVerified;
    await savePendingEmail(transaction, { subject, email: isOwn ? null : email });
    if (isOwn) return;
    const { link, expiresAt } = await createLink(transaction, { kind: 'email', subject, email, appUrl, now: clock() });
    // An owned address gets no link, which its owner could not use, and the caller is not told.
    const holder = await findIdentity(transaction, { email });
    if (!holder?.isEmailVerified)
      await outbox.queue(transaction, {
        kind: 'address',
        address: email,
        userId,
        content: toAddressMail({ name, link, appUrl }),
        expiresAt,
      });
    if (identity.isEmailVerified)
      await outbox.queue(transaction, {
        kind: 'access',
        address: identity.email,
        userId,
        content: toAddressNotice({ name, email }),
        expiresAt: new Date(clock().getTime() + dayMillis),
      });
  }

  return [
    route(changeEmail, async ({ viewer, body, ip, requestId }) => {
      const { userId } = viewer;
      const { email } = body;
      const identity = await owner.requireIdentity(userId);
      await owner.confirm(identity, { proof: body, ip, viewer });
      await db.transaction().execute((transaction) => request(transaction, { identity, userId, email }));
      await onChanged(userId, 'user.email.requested', { requestId });
      return { isMailed: outbox.isEnabled };
    }),

    route(confirmOwnEmail, async ({ viewer: { userId }, body: { token }, requestId }) => {
      const { subject, email: earlier, isEmailVerified } = await owner.requireIdentity(userId);
      const email = await db.transaction().execute(async (transaction) => {
        const link = await takeLink(transaction, token, { kinds: ['email'], now: clock() });
        // The mailbox may belong to a different person than the user who has entered its address.
        if (!link?.email || link.subject !== subject) throw new ApiError('link_invalid');
        const confirmed = await confirmIdentityEmail(transaction, { subject, email: link.email });
        if (confirmed === null) throw new ApiError('link_invalid');
        await saveEmail(transaction, userId, confirmed);
        return confirmed;
      });
      await onChanged(userId, 'user.email', { requestId, earlierAddress: isEmailVerified ? earlier : null });
      await publishUser(userId);
      return { email };
    }),
  ];
}
