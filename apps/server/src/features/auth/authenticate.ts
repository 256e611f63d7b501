import type { Role } from '@tidemark/contract';
import type { Identity, IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log/log.ts';
import { createUser, findUser, isDeletedIdentity } from './queries.ts';
import { applyDecidedRole, needsRoleChange, promoteByEmail, type RoleChange } from './roles.ts';
import { canBePromotedByEmail, type RoleDecision } from './rules.ts';

interface AuthenticateDeps {
  db: Database;
  identityProvider: IdentityProvider;
  clock: Clock;
  /** In lower case: a user with one of these as verified email becomes an operator. */
  operatorEmails: readonly string[];
  log: Log;
  /** Gives a new identity the user that it had at the built-in provider; false if there is none. */
  adoptUser(identity: Identity): Promise<boolean>;
  /** Whether the installation requires a second factor of this user, who has not set one up. */
  lacksSecondFactor(user: { role: Role; subject: string }): Promise<boolean>;
  /** Runs the work in a transaction and adds an audit entry for the change it returns. */
  auditRoleChange(work: (transaction: Transaction) => Promise<RoleChange | null>): Promise<RoleChange | null>;
}

interface KnownUser {
  user_id: string;
  email: string;
  role: Role;
  decision: RoleDecision | null;
}

const recheckMillis = 60_000;

/**
 * Resolves a token to a viewer. A valid identity becomes a user with its first call; role and ban are ours and loaded
 * every time.
 */
export function createAuthenticate(deps: AuthenticateDeps) {
  const { db, identityProvider, auditRoleChange, adoptUser, lacksSecondFactor } = deps;
  const promoteIfListed = createPromotion(deps);

  async function adoptOrCreate(identity: Identity, token: string): Promise<KnownUser & { disabled_at: Date | null }> {
    const whole = await identityProvider.withProfile(identity, token);
    const adopted = (await adoptUser(whole)) ? await findUser(db, identity, token) : undefined;
    return adopted ?? createUser(db, whole);
  }

  return async function authenticate(token: string, options?: { justIssued?: boolean }): Promise<Viewer> {
    const identity = await identityProvider.verify(token, options);
    const known = await findUser(db, identity, token);
    if (known?.has_logged_out) throw new ApiError('unauthenticated');
    // Someone who has just signed in again did so after the deletion, even if the provider's clock is slow.
    if (!known && !options?.justIssued && (await isDeletedIdentity(db, identity))) throw new ApiError('user_deleted');
    if (known?.sessions_ended_at && known.sessions_ended_at > identity.issuedAt) throw new ApiError('unauthenticated');
    const user = known ?? (await adoptOrCreate(identity, token));
    if (user.disabled_at) throw new ApiError('user_disabled');
    const changed =
      (needsRoleChange(user, identity, { isNew: !known })
        ? await auditRoleChange((transaction) => applyDecidedRole(transaction, user.user_id, identity))
        : null) ?? (await promoteIfListed(user, identity, token));
    const signedInAt = known?.session_signed_in_at ?? identity.signedInAt;
    const role = changed?.role ?? user.role;
    const isLacking = await lacksSecondFactor({ role, subject: identity.subject });
    return { userId: user.user_id, role, signedInAt, lacksSecondFactor: isLacking };
  };
}

function createPromotion({ identityProvider, clock, operatorEmails, log, auditRoleChange }: AuthenticateDeps) {
  const listed = new Set(operatorEmails);
  // Limits how often the provider is queried about a listed user with an unverified email.
  const checkedAt = new Map<string, number>();
  const reported = new Set<string>();

  return async (user: KnownUser, identity: Identity, token: string): Promise<RoleChange | null> => {
    if (user.role !== 'user' || !canBePromotedByEmail(user.decision)) return null;
    if (![user.email, identity.email].some((email) => email !== null && listed.has(email.toLowerCase()))) return null;
    const now = clock();
    if (now.getTime() - (checkedAt.get(user.user_id) ?? -Infinity) < recheckMillis) return null;
    checkedAt.set(user.user_id, now.getTime());
    const { email, emailVerified } = await identityProvider.withProfile(identity, token);
    if (!email || !listed.has(email.toLowerCase())) return null;
    if (emailVerified !== true) {
      if (!reported.has(user.user_id))
        log.warn(
          { userId: user.user_id },
          `OPERATOR_EMAILS is ignored for a user: the provider ${emailVerified === false ? 'reports the address as unverified' : 'does not report email_verified; see OIDC_TRUST_EMAIL'}`,
        );
      reported.add(user.user_id);
      return null;
    }
    return auditRoleChange((transaction) =>
      promoteByEmail(transaction, { userId: user.user_id, identity, email, now }),
    );
  };
}
