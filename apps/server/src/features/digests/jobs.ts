import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import { buildDigest, type DigestDeps } from './build-digest.ts';
import { advanceSchedule, type DueSchedule, listDueSchedules, postponeSchedule } from './queries.ts';
import { type Postponement, sendDue } from '../../platform/send-due.ts';
import { findNextSending, type Sending } from '../../platform/sending-times.ts';
import { queueDigest, type QueueDeps } from './send-digest.ts';

const batch = 20;

export type DigestJobDeps = DigestDeps & QueueDeps & { log: Log };

/** Queues digests when they are due. Returns a function that stops it. */
export function startDigestWork(
  deps: DigestJobDeps,
  { pollSeconds = 30 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  const { db, clock, log } = deps;
  const sender = {
    clock,
    listDue: (now: Date) => listDueSchedules(db, now, batch),
    queue: (due: DueSchedule) => queueDueDigest(deps, due),
    moveOn: (due: DueSchedule, next: Sending) =>
      db.transaction().execute((transaction) => advanceSchedule(transaction, due, next)),
    postpone: (due: DueSchedule, change: Postponement) => postponeSchedule(db, due, change),
    onFailure: (due: DueSchedule, error: unknown) =>
      log.error({ err: error, userId: due.userId, attempts: due.attempts }, 'Could not build a digest'),
  };
  return startPoller((signal) => sendDue(sender, signal), {
    intervalMillis: pollSeconds * 1000,
    log,
    failureMessage: 'Could not send digests',
  }).stop;
}

/** Stores the queued messages and the next date together, so that a killed process neither loses nor repeats any. */
async function queueDueDigest(deps: DigestJobDeps, due: DueSchedule): Promise<'later' | void> {
  const { db, clock } = deps;
  const { userId, schedule, day } = due;
  const built = await buildDigest(deps, userId, { schedule, day });
  if (built?.isComparing) return 'later';
  const digest = built?.digest ?? null;
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const isOurs = await advanceSchedule(transaction, due, findNextSending(schedule, now));
    if (isOurs && digest) await queueDigest(deps, transaction, { userId, digest, now });
  });
}
