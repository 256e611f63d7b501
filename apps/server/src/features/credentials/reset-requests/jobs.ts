import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { startPoller } from '../../../platform/poller.ts';
import type { Outbox } from '../../mail/index.ts';
import { createLink } from '../links/sign-in-links.ts';
import { findIdentity, type LocalIdentity } from '../queries.ts';
import { toResetMail } from './reset-mail.ts';
import { takeResetRequest } from './queries.ts';

export interface ResetRequestDeps {
  db: Database;
  outbox: Outbox;
  clock: Clock;
  log: Log;
  appUrl: string;
  /** Runs the work in one transaction and records the identity it returns, if any. */
  recordReset(work: (transaction: Transaction) => Promise<LocalIdentity | null>): Promise<void>;
  findUserId(db: Database | Transaction, subject: string): Promise<string | null>;
}

/** Answers requests for a new password. Returns a function that stops it. */
export function startResetRequestWork(
  deps: ResetRequestDeps,
  { pollSeconds = 2 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => answerRequests(deps, signal), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not answer a request for a new password',
  }).stop;
}

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
  { outbox, clock, appUrl, findUserId }: ResetRequestDeps,
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
    userId: await findUserId(transaction, subject),
    dedupKey: `reset:${requestId}`,
    content: toResetMail({ name: identity.name, link }),
    expiresAt,
  });
  return identity;
}
