import type { MailClient } from '../../../clients/mail/mail.ts';
import type { Config } from '../../../config/config.ts';
import { builtInIssuer } from '../../../config/oidc.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { defineSchedule } from '../../../platform/work/work.ts';
import { auditIfChanged, type AuditLog, bySystem } from '../../audit/index.ts';
import { findUserOfIdentity } from '../../auth/index.ts';
import type { Outbox } from '../../mail/index.ts';
import { createLink } from '../links/sign-in-links.ts';
import { findIdentity, type LocalIdentity } from '../queries.ts';
import { toResetMail } from './reset-mail.ts';
import { takeResetRequest } from './queries.ts';

interface ResetRequestDeps {
  db: Database;
  audit: AuditLog;
  outbox: Outbox;
  clock: Clock;
  appUrl: string;
}

interface ResetServices extends ResetRequestDeps {
  config: Pick<Config, 'oidc'>;
  mailClient: MailClient | null;
}

/** Answers requests for a new password. */
export const resetWork = defineSchedule({
  name: 'password-resets',
  label: 'Answer requests for a new password',
  remedy: 'See the log; tidemark users reset-link EMAIL prints a link.',
  everySeconds: 2,
  prepare: ({ config, mailClient, ...deps }: ResetServices) =>
    mailClient && config.oidc.isBuiltIn ? (signal) => answerRequests(deps, signal) : null,
});

async function answerRequests(deps: ResetRequestDeps, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft && !signal.aborted;) {
    isLeft = false;
    await auditIfChanged(
      deps.audit,
      async (transaction) => {
        const request = await takeResetRequest(transaction, deps.clock());
        isLeft = request !== undefined;
        return request ? answer(deps, transaction, request) : null;
      },
      ({ subject }) => ({ ...bySystem, action: 'reset.requested', target: `identity:${subject}`, change: {} }),
    );
  }
}

/**
 * Queues the link in the same transaction, so that a killed process sends one or none. An unverified address gets none:
 * it may belong to another person.
 */
async function answer(
  { outbox, clock, appUrl }: ResetRequestDeps,
  transaction: Transaction,
  { request_id: requestId, email }: { request_id: string; email: string },
): Promise<LocalIdentity | null> {
  const identity = await findIdentity(transaction, { email });
  if (!identity?.isEmailVerified) return null;
  const { subject } = identity;
  const { link, expiresAt } = await createLink(transaction, {
    kind: 'reset',
    subject,
    email: identity.email,
    appUrl,
    now: clock(),
  });
  await outbox.queue(transaction, {
    kind: 'reset',
    address: identity.email,
    userId: await findUserOfIdentity(transaction, { issuer: builtInIssuer, subject }),
    dedupKey: `reset:${requestId}`,
    content: toResetMail({ name: identity.name, link }),
    expiresAt,
  });
  return identity;
}
