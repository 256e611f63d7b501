import type { MailClient } from '../../../clients/mail/mail.ts';
import type { Config } from '../../../config/config.ts';
import { builtInIssuer } from '../../../config/oidc.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { defineSchedule } from '../../../platform/work/work.ts';
import { findUserOfIdentity } from '../../auth/index.ts';
import type { Outbox } from '../../mail/index.ts';
import { createLink } from '../links/sign-in-links.ts';
import { findIdentity, type LocalIdentity } from '../queries.ts';
import { toResetMail } from './reset-mail.ts';
import { takeResetRequest } from './queries.ts';

interface ResetRequestDeps {
  db: Database;
  outbox: Outbox;
  clock: Clock;
  appUrl: string;
  recordReset: RecordReset;
}

/** Runs the work in one transaction and records the identity it returns, if any. */
export type RecordReset = (work: (transaction: Transaction) => Promise<LocalIdentity | null>) => Promise<void>;

interface ResetServices extends Omit<ResetRequestDeps, 'appUrl'> {
  config: Pick<Config, 'appUrl' | 'oidc'>;
  mailClient: MailClient | null;
}

/** Answers requests for a new password. */
export const resetWork = defineSchedule({
  name: 'password-resets',
  label: 'Answer requests for a new password',
  remedy: 'See the log; tidemark users reset-link EMAIL prints a link.',
  everySeconds: 2,
  prepare: ({ config, mailClient, ...services }: ResetServices) =>
    mailClient && config.oidc.isBuiltIn
      ? (signal) => answerRequests({ ...services, appUrl: config.appUrl }, signal)
      : null,
});

async function answerRequests(deps: ResetRequestDeps, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft && !signal.aborted;) {
    isLeft = false;
    await deps.recordReset(async (transaction) => {
      const request = await takeResetRequest(transaction, deps.clock());
      isLeft = request !== undefined;
      return request ? answer(deps, transaction, request) : null;
    });
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
