import { createInvitation, createResetLink, listInvitations, withdrawInvitation } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import {
  createLink,
  deleteInvitation,
  findIdentity,
  findIdentityOfUser,
  listInvitationLinks,
  toInvitationMail,
  type SignInLink,
} from '../../credentials/index.ts';
import type { Outbox } from '../../mail/index.ts';
import { audited, type AuditLog } from '../../audit/index.ts';

export interface InvitationDeps {
  db: Database;
  audit: AuditLog;
  clock: Clock;
  appUrl: string;
  /** Null if users sign in elsewhere. */
  builtInProvider: object | null;
  outbox: Outbox;
}

/** Serves links with which people set up a sign-in at the built-in identity provider, or a new password. */
export function invitationRoutes({ db, audit, clock, appUrl, builtInProvider, outbox }: InvitationDeps) {
  function requireBuiltIn(): void {
    if (!builtInProvider) throw new ApiError('sign_in_elsewhere');
  }

  return [
    route(listInvitations, async () => {
      requireBuiltIn();
      const now = clock();
      return { invitations: (await listInvitationLinks(db)).map((link) => toInvitation(link, now)) };
    }),

    route(createInvitation, async ({ viewer, body: { email, name, role }, requestId, ip }) => {
      requireBuiltIn();
      const entry = { actorId: viewer.userId, action: 'invitation.created', target: 'invitation', requestId, ip };
      return audited(audit, { ...entry, change: { email, role } }, async (transaction) => {
        // An unproved address blocks no invitation.
        if ((await findIdentity(transaction, { email }))?.isEmailVerified) throw new ApiError('email_taken');
        const content = { email, name: name ?? null, isOperator: role === 'system-admin' };
        const { link, expiresAt } = await createLink(transaction, {
          kind: 'invitation',
          ...content,
          appUrl,
          now: clock(),
        });
        const isMailed = await outbox.queue(transaction, {
          kind: 'invitation',
          address: email,
          userId: null,
          content: toInvitationMail({ name: content.name, link, appUrl }),
          expiresAt,
        });
        return { link, expiresAt: expiresAt.toISOString(), isMailed };
      });
    }),

    route(withdrawInvitation, async ({ viewer, params: { id }, requestId, ip }) => {
      requireBuiltIn();
      const entry = { actorId: viewer.userId, action: 'invitation.withdrawn', target: 'invitation', requestId, ip };
      await audited(audit, { ...entry, change: {} }, async (transaction, record) => {
        const withdrawn = await deleteInvitation(transaction, id);
        if (!withdrawn) throw new ApiError('not_found');
        record({ email: withdrawn.email });
      });
      return { success: true as const };
    }),

    route(createResetLink, async ({ viewer, params: { userId }, requestId, ip }) => {
      requireBuiltIn();
      const entry = { actorId: viewer.userId, action: 'reset.created', target: `user:${userId}`, requestId, ip };
      const { link, expiresAt } = await audited(audit, { ...entry, change: {} }, async (transaction) => {
        const identity = await findIdentityOfUser(transaction, userId);
        if (!identity) throw new ApiError('user_not_found');
        const { subject, email } = identity;
        return createLink(transaction, { kind: 'reset', subject, email, appUrl, now: clock() });
      });
      return { link, expiresAt: expiresAt.toISOString() };
    }),
  ];
}

function toInvitation({ linkId, email, name, isOperator, createdAt, expiresAt }: SignInLink, now: Date) {
  return {
    id: linkId,
    email: email ?? '',
    name,
    role: isOperator ? ('system-admin' as const) : ('user' as const),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now,
  };
}
