import type { Identity } from '../../clients/identity-provider/identity-provider.ts';
import { builtInIssuer } from '../../config/oidc.ts';
import type { Database } from '../../database/database.ts';
import { auditIfChanged, bySystem, type AuditLog } from '../audit/index.ts';
import { moveUser } from '../auth/index.ts';
import { deleteIdentityOfUser, findVerifiedUser } from './queries.ts';

/**
 * Lets people keep their user after a move from the built-in identity provider to another: those who sign in there with
 * a verified address that was invited or proved here get the existing user, with role and data.
 */
export function createUserAdoption({ db, audit }: { db: Database; audit: AuditLog }) {
  return async function adoptUser(identity: Identity): Promise<boolean> {
    const { email, emailVerified, issuer, subject } = identity;
    if (email === null || emailVerified !== true || issuer === builtInIssuer) return false;
    const userId = await findVerifiedUser(db, email);
    if (userId === null) return false;
    const moved = await auditIfChanged(
      audit,
      async (transaction) => {
        await deleteIdentityOfUser(transaction, userId);
        return (await moveUser(transaction, userId, { from: builtInIssuer, to: { issuer, subject } }))
          ? { userId }
          : null;
      },
      () => ({
        ...bySystem,
        action: 'user.moved',
        target: `user:${userId}`,
        change: { from: 'the built-in identity provider', to: issuer },
      }),
    );
    return moved !== null;
  };
}
