import { setTimeout as sleep } from 'node:timers/promises';
import type { Identity, IdentityProvider } from '../../../clients/identity-provider/identity-provider.ts';
import {
  SignInError,
  type IdTokenClaims,
  type RelyingParty,
} from '../../../clients/identity-provider/relying-party.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { SubjectBinding } from '../bind-subject.ts';
import type { Session, SessionStore } from './session-store.ts';

const pollMillis = 100;
const maxWaitMillis = 15_000;

export interface RenewalDeps {
  sessions: SessionStore;
  relyingParty: RelyingParty;
  identityProvider: IdentityProvider;
  subjects: SubjectBinding;
  clock: Clock;
  log: Log;
}

export interface Renewed {
  session: Session;
  /** The session's new cookie; null if another request has received it. */
  cookie: string | null;
}

/**
 * Renews a session's tokens, once for all processes: providers treat a reused refresh token as theft. One request
 * claims the renewal, other requests wait for its result; no transaction is open meanwhile.
 */
export function createRenewal({ sessions, relyingParty, identityProvider, subjects, clock, log }: RenewalDeps) {
  async function run(session: Session, presented: string): Promise<Renewed> {
    const tokens = await fetchTokens(session).catch(async (error: unknown) => {
      await sessions.releaseRenewal(session);
      if (error instanceof SignInError && error.error === 'invalid_grant') await sessions.end(session.sessionId);
      throw error;
    });
    const identity = await identityProvider.verify(tokens.accessToken, { justIssued: true });
    if (!isSamePerson(session, { claims: tokens.claims, accessSubject: identity.subject })) {
      await sessions.end(session.sessionId);
      throw new ApiError('unauthenticated');
    }
    await bindUser(session, identity);
    const cookie = await sessions.saveRenewed(session, tokens, presented);
    const saved = await sessions.reload(session.sessionId);
    if (!saved) throw new ApiError('unauthenticated');
    return { session: saved, cookie };
  }

  /** Binds a user from an earlier version to the identity in the session's own ID token. */
  async function bindUser({ isUnbound, userId, subject }: Session, identity: Identity): Promise<void> {
    if (!isUnbound) return;
    const { issuer, subject: accessSubject } = identity;
    if (subject === accessSubject) await subjects.remember(userId, accessSubject);
    else await subjects.bind(userId, { issuer, from: accessSubject, to: subject });
  }

  async function fetchTokens({ refreshToken }: Session) {
    if (refreshToken === null) throw new ApiError('unauthenticated');
    return relyingParty.renew(await identityProvider.discover(), refreshToken);
  }

  async function waitForOther(session: Session, presented: string): Promise<Renewed> {
    const deadline = performance.now() + maxWaitMillis;
    while (performance.now() < deadline) {
      await sleep(pollMillis);
      const current = await sessions.reload(session.sessionId);
      if (!current) throw new ApiError('unauthenticated');
      if (current.accessToken !== session.accessToken) return { session: current, cookie: null };
      if (current.renewalUntil === null) break;
      if (current.renewalUntil <= clock() && (await sessions.claimRenewal(current))) return run(current, presented);
    }
    throw new ApiError('idp_unavailable');
  }

  /**
   * Renews a session. Throws `unauthenticated` if the provider has ended the sign-in, `idp_unavailable` if it may renew
   * it later.
   */
  return async function renew(session: Session, presented: string): Promise<Renewed> {
    try {
      return (await sessions.claimRenewal(session))
        ? await run(session, presented)
        : await waitForOther(session, presented);
    } catch (cause) {
      if (cause instanceof ApiError && cause.code !== 'idp_unavailable') throw cause;
      if (cause instanceof SignInError && cause.error === 'invalid_grant')
        throw new ApiError('unauthenticated', undefined, { cause });
      if (!(cause instanceof ApiError || cause instanceof SignInError)) throw cause;
      // The current token may outlast a short outage.
      log.warn({ err: cause }, 'A session’s tokens could not be renewed');
      if (session.expiresAt > clock()) return { session, cookie: null };
      throw cause instanceof ApiError ? cause : new ApiError('idp_unavailable', undefined, { cause });
    }
  };
}

/**
 * Compares identities by OpenID Connect Core, 12.2. If there is no ID token, the access token's subject must not have
 * changed.
 */
function isSamePerson(
  session: Session,
  { claims, accessSubject }: { claims: IdTokenClaims | null; accessSubject: string },
): boolean {
  return claims ? claims.sub === session.subject : [session.subject, session.accessSubject].includes(accessSubject);
}
