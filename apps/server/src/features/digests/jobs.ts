import type { Log } from '../../platform/log/log.ts';
import { startPoller } from '../../platform/poller.ts';
import { buildDigest, type DigestDeps } from './build-digest.ts';
import { advanceSchedule, type DueSchedule, listDueSchedules, postponeSchedule } from './queries.ts';
import { findNextSending } from '../../platform/sending-times.ts';
import { queueDigest, type QueueDeps } from './send-digest.ts';

const batch = 20;
const retryMillis = 15 * 60_000;
const maxAttempts = 4;

export type DigestJobDeps = DigestDeps & QueueDeps & { log: Log };

/** Queues digests when they are due. Returns a function that stops it. */
export function startDigestWork(
  deps: DigestJobDeps,
  { pollSeconds = 30 }: { pollSeconds?: number | undefined } = {},
): () => Promise<void> {
  return startPoller((signal) => queueDueDigests(deps, signal), {
    intervalMillis: pollSeconds * 1000,
    log: deps.log,
    failureMessage: 'Could not send digests',
  }).stop;
}

/** After an outage, each schedule sends the digest it has missed, once. */
async function queueDueDigests(deps: DigestJobDeps, signal: AbortSignal): Promise<void> {
  for (const due of await listDueSchedules(deps.db, deps.clock(), batch)) {
    if (signal.aborted) return;
    try {
      await queueDueDigest(deps, due);
    } catch (error) {
      deps.log.error({ err: error, userId: due.userId, attempts: due.attempts }, 'Could not build a digest');
      await giveUpOrPostpone(deps, due);
    }
  }
}

/** The queued messages and the next date are stored together, so that a killed process neither loses nor repeats any. */
async function queueDueDigest(deps: DigestJobDeps, due: DueSchedule): Promise<void> {
  const { db, clock } = deps;
  const { userId, schedule, day } = due;
  const digest = await buildDigest(deps, userId, { schedule, day });
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const isOurs = await advanceSchedule(transaction, due, findNextSending(schedule, now));
    if (isOurs && digest) await queueDigest(deps, transaction, { userId, digest, now });
  });
}

async function giveUpOrPostpone({ db, clock }: DigestJobDeps, due: DueSchedule): Promise<void> {
  const now = clock();
  if (due.attempts + 1 < maxAttempts)
    return postponeSchedule(db, due, new Date(now.getTime() + retryMillis * 2 ** due.attempts));
  await db
    .transaction()
    .execute((transaction) => advanceSchedule(transaction, due, findNextSending(due.schedule, now)));
}
