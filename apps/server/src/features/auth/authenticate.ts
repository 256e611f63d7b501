import type { Role } from '@tidemark/contract';
import type { Identity, IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { IdTokenClaims } from '../../clients/identity-provider/relying-party.ts';
import { TokenRejection } from '../../clients/identity-provider/token-rejection.ts';
import type { Config } from '../../config/config.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log/log.ts';
import { auditIfChanged, bySystem, type AuditLog } from '../audit/index.ts';
import type { SubjectBinding } from './bind-subject.ts';
import { createUser, findUser, hasOtherSubjects, isDeletedIdentity } from './queries.ts';
import { applyDecidedRole, needsRoleChange, promoteByEmail, type RoleChange } from './roles.ts';
import { canBePromotedByEmail, type RoleDecision } from './rules.ts';
import { toComparableAddress } from '../../platform/address-forms.ts';

interface AuthenticateDeps {
  db: Database;
  identityProvider: IdentityProvider;
  clock: Clock;
  /** A user whose verified email is among `operatorEmails`, in lower case, becomes an operator. */
  config: Pick<Config, 'operatorEmails'>;
  log: Log;
  subjects: SubjectBinding;
  /** Assigns a new identity the user that it had at the built-in provider; false if there is none. */
  adoptUser(identity: Identity): Promise<boolean>;
  /** Returns true if the installation requires a second factor that this user has not set up. */
  lacksSecondFactor(user: { role: Role; subject: string }): Promise<boolean>;
  /** Gives a new operator their plan; returns what the audit entry says about it. */
  assignOperatorPlan(transaction: Transaction, user: { userId: string; role: Role }): Promise<{ plan?: string }>;
  audit: AuditLog;
}

/** Claims that the provider has just issued along with an access token. */
export interface SignIn {
  /** ID token's claims; null if it issued none. */
  claims: IdTokenClaims | null;
}

interface KnownUser {
  user_id: string;
  subject: string;
  access_subject: string | null;
  email: string;
  role: Role;
  decision: RoleDecision | null;
}

const recheckMillis = 60_000;

/**
 * Resolves a token to a viewer: its session's user, or else its subject's. A valid identity becomes a user with its
 * first call; role and ban are ours and loaded every time.
 */
export function createAuthenticate(deps: AuthenticateDeps) {
  const { db, identityProvider, adoptUser, lacksSecondFactor, subjects } = deps;
  const promoteIfListed = createPromotion(deps);

  async function adoptOrCreate(
    identity: Identity,
    { token, accessSubject }: { token: string; accessSubject: string | null },
  ): Promise<KnownUser & { disabled_at: Date | null }> {
    const whole = await identityProvider.withProfile(identity, token);
    const isCarriedOver =
      accessSubject !== null && accessSubject !== whole.subject && (await subjects.carryOver(whole, accessSubject));
    const found = isCarriedOver || (await adoptUser(whole)) ? await findUser(db, identity, token) : undefined;
    return found ?? createUser(db, whole, accessSubject);
  }

  /** Rejects such a token: only a session connects it with a person. */
  async function requireOwnSubject({ issuer }: Identity): Promise<void> {
    if (!(await hasOtherSubjects(db, issuer))) return;
    const message =
      'This identity provider’s access tokens identify people differently from its ID tokens, so only tokens issued to a session are accepted. Programs can use an API key.';
    throw new ApiError('unauthenticated', undefined, { message, cause: new TokenRejection('sub', message) });
  }

  return async function authenticate(token: string, signIn?: SignIn): Promise<Viewer> {
    const tokenIdentity = await identityProvider.verify(token, { justIssued: signIn !== undefined });
    const person = identityProvider.toPerson(tokenIdentity, signIn?.claims ?? null);
    const known = await findUser(db, person, token);
    if (known?.has_logged_out) throw new ApiError('unauthenticated');
    if (!signIn && !known?.session_id) await requireOwnSubject(tokenIdentity);
    // A person who has just signed in did so after the deletion, even if the provider's clock is slow.
    if (!known && !signIn && (await isDeletedIdentity(db, tokenIdentity))) throw new ApiError('user_deleted');
    if (known?.sessions_ended_at && known.sessions_ended_at > tokenIdentity.issuedAt)
      throw new ApiError('unauthenticated');
    const accessSubject = signIn?.claims ? tokenIdentity.subject : null;
    const user = known ?? (await adoptOrCreate(person, { token, accessSubject }));
    if (user.disabled_at) throw new ApiError('user_disabled');
    if (accessSubject !== null && accessSubject !== user.access_subject)
      await subjects.remember(user.user_id, accessSubject);
    const identity = { ...person, subject: user.subject };
    const changed =
      (needsRoleChange(user, identity, { isNew: !known })
        ? await auditRoleChange(deps, (transaction) => applyDecidedRole(transaction, user.user_id, identity))
        : null) ?? (await promoteIfListed(user, identity, token));
    const signedInAt = known?.session_signed_in_at ?? identity.signedInAt;
    const role = changed?.role ?? user.role;
    const isLacking = await lacksSecondFactor({ role, subject: identity.subject });
    return { userId: user.user_id, role, signedInAt, lacksSecondFactor: isLacking };
  };
}

function createPromotion(deps: AuthenticateDeps) {
  const { identityProvider, clock, config, log } = deps;
  const listed = new Set(config.operatorEmails);
  // Limits how often the provider is queried about a listed user with an unverified email.
  const checkedAt = new Map<string, number>();
  const reported = new Set<string>();

  return async (user: KnownUser, identity: Identity, token: string): Promise<RoleChange | null> => {
    if (user.role !== 'user' || !canBePromotedByEmail(user.decision)) return null;
    if (![user.email, identity.email].some((email) => email !== null && listed.has(toComparableAddress(email))))
      return null;
    const now = clock();
    if (now.getTime() - (checkedAt.get(user.user_id) ?? -Infinity) < recheckMillis) return null;
    checkedAt.set(user.user_id, now.getTime());
    const { email, emailVerified } = await identityProvider.withProfile(identity, token);
    if (!email || !listed.has(toComparableAddress(email))) return null;
    if (emailVerified !== true) {
      if (!reported.has(user.user_id))
        log.warn(
          { userId: user.user_id },
          `OPERATOR_EMAILS is ignored for a user: the provider ${emailVerified === false ? 'reports the address as unverified' : 'does not report email_verified; see OIDC_TRUST_EMAIL'}`,
        );
      reported.add(user.user_id);
      return null;
    }
    return auditRoleChange(deps, (transaction) =>
      promoteByEmail(transaction, { userId: user.user_id, identity, email, now }),
    );
  };
}

/** Runs the work in a transaction with what follows from the role, and adds an audit entry for the change it returns. */
function auditRoleChange(
  { audit, assignOperatorPlan }: Pick<AuthenticateDeps, 'audit' | 'assignOperatorPlan'>,
  work: (transaction: Transaction) => Promise<RoleChange | null>,
): Promise<RoleChange | null> {
  return auditIfChanged(
    audit,
    async (transaction) => {
      const changed = await work(transaction);
      return changed && { ...changed, ...(await assignOperatorPlan(transaction, changed)) };
    },
    ({ userId, ...change }) => ({ ...bySystem, action: 'user.role', target: `user:${userId}`, change }),
  );
}
