import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { requireRecentSignIn } from '../../../platform/http/recent-sign-in.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { isPassword } from '../../../platform/password-hash.ts';
import { findIdentityOfUser, type LocalIdentity } from '../queries.ts';
import type { GuessLimits } from '../sign-in/guess-limits.ts';

export interface OwnerDeps {
  db: Database;
  clock: Clock;
  /** The built-in provider's issuer. */
  issuer: string;
  /** False if users sign in elsewhere. */
  isBuiltIn: boolean;
  guesses: GuessLimits;
}

/** Finds out whether the caller is the owner of the credentials that a call changes. */
export function createOwner({ db, clock, issuer, isBuiltIn, guesses }: OwnerDeps) {
  return {
    async requireIdentity(userId: string): Promise<LocalIdentity> {
      const identity = isBuiltIn ? await findIdentityOfUser(db, { userId, issuer }) : null;
      if (!identity) throw new ApiError('sign_in_elsewhere');
      return identity;
    },

    /** A stolen access token must not be enough to stay: asks for the password, or for a recent sign-in by passkey. */
    async confirm(
      identity: LocalIdentity,
      { given, ip, viewer }: { given: string | undefined; ip: string; viewer: Viewer },
    ): Promise<void> {
      if (identity.passwordHash === null) return requireRecentSignIn(viewer, clock());
      const attempt = { email: identity.email, ip, browserId: `user ${identity.subject}` };
      await guesses.begin(attempt);
      if (!(await isPassword(given ?? '', identity.passwordHash))) throw new ApiError('password_wrong');
      await guesses.succeed(attempt);
    },
  };
}

export type Owner = ReturnType<typeof createOwner>;
