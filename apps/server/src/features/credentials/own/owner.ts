import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { requireRecentSignIn } from '../../../platform/http/recent-sign-in.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { isPassword } from '../../../platform/password-hash.ts';
import type { Codes } from '../codes/codes.ts';
import { findIdentityOfUser, type LocalIdentity } from '../queries.ts';
import type { GuessLimits } from '../sign-in/guess-limits.ts';

export interface OwnerDeps {
  db: Database;
  clock: Clock;
  /** Null if users sign in elsewhere. */
  builtInProvider: object | null;
  guesses: GuessLimits;
  codes: Pick<Codes, 'take'>;
}

interface Caller {
  viewer: Viewer;
  ip: string;
  proof: { currentPassword?: string | undefined; currentCode?: string | undefined };
}

/** Verifies that the caller owns the credentials that a call changes. */
export function createOwner({ db, clock, builtInProvider, guesses, codes }: OwnerDeps) {
  async function confirm(identity: LocalIdentity, { viewer, ip, proof }: Caller, needsCode: boolean): Promise<void> {
    const { subject, email, passwordHash } = identity;
    if (passwordHash === null) requireRecentSignIn(viewer, clock());
    if (passwordHash === null && !needsCode) return;
    const attempt = { email, ip, browserId: `user ${subject}` };
    await guesses.begin(attempt);
    if (passwordHash !== null && !(await isPassword(proof.currentPassword ?? '', passwordHash)))
      throw new ApiError('password_wrong');
    if (needsCode && !(await codes.take(identity, proof.currentCode ?? ''))) throw new ApiError('code_rejected');
    await guesses.succeed(attempt);
  }

  return {
    async requireIdentity(userId: string): Promise<LocalIdentity> {
      const identity = builtInProvider ? await findIdentityOfUser(db, userId) : null;
      if (!identity) throw new ApiError('sign_in_elsewhere');
      return identity;
    },

    /** Requires the password, or a recent sign-in by passkey: a stolen access token must not be enough to stay. */
    confirm: (identity: LocalIdentity, caller: Caller) => confirm(identity, caller, false),

    /**
     * Requires a code as well if the user has set that up; called before a way to sign in is added, replaced or
     * removed.
     */
    confirmWithCode: (identity: LocalIdentity, caller: Caller) =>
      confirm(identity, caller, identity.totpSecretEncrypted !== null),
  };
}

export type Owner = ReturnType<typeof createOwner>;
