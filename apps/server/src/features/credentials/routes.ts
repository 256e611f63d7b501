import type { LiveMessage } from '@tidemark/contract';
import { builtInIssuer } from '../../config/oidc.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Route } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/secrets.ts';
import { recordUserAction, writeAuditEntry, type AuditLog } from '../audit/index.ts';
import { findUserOfIdentity, type AnnounceAccess, type SessionStore } from '../auth/index.ts';
import { endStreams } from '../live/index.ts';
import type { Outbox } from '../mail/index.ts';
import { createCodes } from './codes/codes.ts';
import { ownEmailRoutes } from './email/routes.ts';
import { createOwner } from './own/owner.ts';
import { ownCredentialRoutes } from './own/routes.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import type { BuiltInProvider } from './provider/built-in-provider.ts';
import { createGuessLimits } from './sign-in/guess-limits.ts';
import { signInRoutes } from './sign-in/routes.ts';

export interface CredentialDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  appUrl: string;
  audit: AuditLog;
  events: EventBus<LiveMessage>;
  outbox: Outbox;
  sessions: SessionStore;
  /** Null if users sign in elsewhere. */
  builtInProvider: BuiltInProvider | null;
  announceAccess: AnnounceAccess;
  publishUser(userId: string): Promise<void>;
}

/** Returns the routes of the built-in sign-in. */
export function credentialRoutes(deps: CredentialDeps): Route[] {
  const { db, clock, audit, sessions, announceAccess } = deps;
  const [passkeys, codes, guesses] = [createPasskeys(deps), createCodes(deps), createGuessLimits(deps)];
  const owner = createOwner({ ...deps, guesses, codes });

  async function onChanged(
    userId: string,
    action: string,
    { requestId, earlierAddress = null }: { requestId: string; earlierAddress?: string | null },
  ): Promise<void> {
    await recordUserAction(audit, { userId, action, requestId, at: clock() });
    await announceAccess({ userId, action, earlierAddress });
  }

  async function endSessions(userId: string, exceptToken?: string): Promise<void> {
    await sessions.endAll(userId, { exceptToken });
    await endStreams(deps, userId);
  }

  return [
    ...signInRoutes({
      ...deps,
      passkeys,
      guesses,
      codes,
      async onLinkUsed({ link, identity }, requestId) {
        const userId = await findUserOfIdentity(db, { issuer: builtInIssuer, subject: identity.subject });
        await writeAuditEntry(audit, {
          actorId: userId,
          action: `${link.kind}.used`,
          target: userId ? `user:${userId}` : `identity:${identity.subject}`,
          change: {},
          requestId,
          ip: null,
        });
        if (!userId) return;
        await endSessions(userId);
        if (link.kind === 'reset') await announceAccess({ userId, action: 'user.password' });
      },
    }),
    ...ownCredentialRoutes({ ...deps, owner, passkeys, codes, onChanged, endOtherSessions: endSessions }),
    ...ownEmailRoutes({ ...deps, owner, onChanged }),
  ];
}
