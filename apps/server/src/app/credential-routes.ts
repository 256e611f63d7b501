import { builtInIssuer } from '../config/oidc.ts';
import { recordUserAction, writeAuditEntry } from '../features/audit/index.ts';
import { findUserOfIdentity, ownSessionRoutes } from '../features/auth/index.ts';
import {
  createCodes,
  createGuessLimits,
  createOwner,
  createPasskeys,
  ownCredentialRoutes,
  ownEmailRoutes,
  signInRoutes,
} from '../features/credentials/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Announce } from './announce-access.ts';
import type { Parts } from './services.ts';

/** Routes for the built-in sign-in, and for all users' sessions. */
export function credentialRoutes(
  { config, db, vault, clock, audit, sessions, builtInProvider: provider, outbox, publishUser }: Parts,
  { announce, onSessionEnded }: { announce: Announce; onSessionEnded: (userId: string) => Promise<void> },
): Route[] {
  const { appUrl } = config;
  const issuer = builtInIssuer;
  const passkeys = createPasskeys({ db, clock, appUrl });
  const codes = createCodes({ db, vault, clock });
  const guesses = createGuessLimits({ db, clock });

  const owner = createOwner({ db, clock, issuer, isBuiltIn: provider !== null, guesses, codes });
  async function onChanged(
    userId: string,
    action: string,
    { requestId, earlierAddress = null }: { requestId: string; earlierAddress?: string | null },
  ): Promise<void> {
    await recordUserAction(audit, { userId, action, requestId, at: clock() });
    await announce({ userId, action, earlierAddress });
  }

  async function endSessions(userId: string, exceptToken?: string): Promise<void> {
    await sessions.endAll(userId, { exceptToken });
    await onSessionEnded(userId);
  }

  return [
    ...ownSessionRoutes({ store: sessions, onEnded: onSessionEnded }),
    ...signInRoutes({
      db,
      vault,
      clock,
      appUrl,
      provider,
      passkeys,
      guesses,
      sendsMail: outbox.isEnabled,
      takeCode: codes.take,
      async onLinkUsed({ link, identity }, requestId) {
        const userId = await findUserOfIdentity(db, { issuer, subject: identity.subject });
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
        if (link.kind === 'reset') await announce({ userId, action: 'user.password' });
      },
    }),
    ...ownCredentialRoutes({ db, clock, owner, passkeys, codes, onChanged, endOtherSessions: endSessions }),
    ...ownEmailRoutes({ db, clock, appUrl, outbox, owner, onChanged, publishUser }),
  ];
}
