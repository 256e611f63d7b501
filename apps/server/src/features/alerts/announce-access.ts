import { dayMillis, type LiveMessage } from '@tidemark/contract';
import { findVerifiedEmail } from '../../clients/identity-provider/find-verified-email.ts';
import type { IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { Database } from '../../database/database.ts';
import type { DayClock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import type { AccessChange, AnnounceAccess } from '../auth/index.ts';
import { findIdentityOfUser } from '../credentials/index.ts';
import type { MailContent, Outbox } from '../mail/index.ts';
import { accessChanges, isAccessAction } from './access-changes.ts';
import { raiseAccessAlert } from './raise-access-alert.ts';
import { alertSteps } from './rules.ts';

export interface AnnouncerDeps extends DayClock {
  db: Database;
  log: Log;
  appUrl: string;
  events: EventBus<LiveMessage>;
  outbox: Outbox;
  identityProvider: IdentityProvider;
  /** Null if users sign in elsewhere. */
  builtInProvider: object | null;
}

/**
 * Tells users about every change to their account's access: in the app, and by mail to addresses that are known to be
 * theirs. A change is not undone if telling them fails.
 */
export function createAccessAnnouncer(deps: AnnouncerDeps): AnnounceAccess {
  const { db, clock, log, appUrl, outbox, identityProvider, builtInProvider } = deps;

  async function findAddress({ userId, accessToken }: AccessChange): Promise<string | null> {
    if (!builtInProvider) return accessToken ? findVerifiedEmail(identityProvider, accessToken) : null;
    const identity = await findIdentityOfUser(db, userId);
    return identity?.isEmailVerified ? identity.email : null;
  }

  async function announce(change: AccessChange): Promise<void> {
    const { userId, action, earlierAddress = null } = change;
    if (!isAccessAction(action)) return;
    const { sentence, path } = accessChanges[action];
    await raiseAccessAlert(deps, userId, { action, sentence, path });
    if (!outbox.isEnabled) return;
    const now = clock();
    for (const address of new Set([await findAddress(change), earlierAddress]))
      if (address !== null)
        await outbox.queue(db, {
          kind: 'access',
          address,
          userId,
          content: toAccessMail({ sentence, url: appUrl + path, at: now }),
          expiresAt: new Date(now.getTime() + 2 * dayMillis),
        });
  }

  return async (change) => {
    await announce(change).catch((err: unknown) =>
      log.error({ err, action: change.action }, 'Could not notify a user of changed access'),
    );
  };
}

function toAccessMail({ sentence, url, at }: { sentence: string; url: string; at: Date }): MailContent {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: sentence.replace(/\.$/, ''),
    summary: 'If this wasn’t you, act now.',
    title: sentence.replace(/\.$/, ''),
    blocks: [
      { kind: 'text', text: `${sentence} Time: ${time}.` },
      { kind: 'button', label: alertSteps.access_changed, url },
      {
        kind: 'text',
        text: 'If this wasn’t you, change your password, and revoke any API keys, share links and webhooks you don’t recognize.',
      },
    ],
    reason: 'You receive this message because this address belongs to a Tidemark user. It can’t be turned off.',
  };
}
