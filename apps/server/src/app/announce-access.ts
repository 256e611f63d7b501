import { dayMillis } from '@tidemark/contract';
import { builtInIssuer } from '../config/oidc.ts';
import { raiseAccessAlert } from '../features/alerts/index.ts';
import { findIdentityOfUser } from '../features/credentials/index.ts';
import type { MailContent } from '../features/mail/index.ts';
import { accessChanges, isAccessAction } from './access-changes.ts';
import { findVerifiedEmail } from './verified-email.ts';
import type { Parts } from './services.ts';

export interface AccessChange {
  userId: string;
  action: string;
  /** The caller's token; another provider uses it to tell whether their address is verified. */
  accessToken?: string;
  /** Was the user's until this change. */
  earlierAddress?: string | null;
}

/**
 * Tells users about every change to their account's access: in the app, and by mail to addresses that are known to be
 * theirs. A change is not undone if telling them fails.
 */
export function createAccessAnnouncer(parts: Parts) {
  const { config, db, clock, log, outbox, events } = parts;

  async function findAddress({ userId, accessToken }: AccessChange): Promise<string | null> {
    if (!config.oidc.isBuiltIn) return accessToken ? findVerifiedEmail(parts, accessToken) : null;
    const identity = await findIdentityOfUser(db, { userId, issuer: builtInIssuer });
    return identity?.isEmailVerified ? identity.email : null;
  }

  async function announce(change: AccessChange): Promise<void> {
    const { userId, action, earlierAddress = null } = change;
    if (!isAccessAction(action)) return;
    const { sentence, path } = accessChanges[action];
    await raiseAccessAlert({ db, clock, events, dayZone: config.meta.dayZone }, userId, { action, sentence, path });
    if (!outbox.isEnabled) return;
    const now = clock();
    for (const address of new Set([await findAddress(change), earlierAddress]))
      if (address !== null)
        await outbox.queue(db, {
          kind: 'access',
          address,
          userId,
          content: toAccessMail({ sentence, url: config.appUrl + path, at: now }),
          expiresAt: new Date(now.getTime() + 2 * dayMillis),
        });
  }

  return async (change: AccessChange): Promise<void> => {
    await announce(change).catch((err: unknown) =>
      log.error({ err, action: change.action }, 'Could not notify a user of changed access'),
    );
  };
}

export type Announce = ReturnType<typeof createAccessAnnouncer>;

function toAccessMail({ sentence, url, at }: { sentence: string; url: string; at: Date }): MailContent {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    subject: sentence.replace(/\.$/, ''),
    summary: 'If this wasn’t you, act now.',
    title: sentence.replace(/\.$/, ''),
    blocks: [
      { kind: 'text', text: `${sentence} Time: ${time}.` },
      { kind: 'button', label: 'Review it', url },
      {
        kind: 'text',
        text: 'If this wasn’t you, change your password, and revoke any API keys, share links and webhooks you don’t recognize.',
      },
    ],
    reason: 'You receive this message because this address belongs to a Tidemark user. It can’t be turned off.',
  };
}
