import type { MailClient } from '../../clients/mail/mail.ts';
import { findNextSending } from '../../platform/sending-times.ts';
import { soon } from '../../platform/work/sendings.ts';
import { defineWork } from '../../platform/work/work.ts';
import { buildDigest, type DigestDeps } from './build-digest.ts';
import { advanceSchedule, digestRows, type DueDigest, toSchedule } from './queries.ts';
import { queueDigest, type QueueDeps } from './send-digest.ts';

type Deps = DigestDeps & QueueDeps;

interface DigestServices extends Deps {
  mailClient: MailClient | null;
}

export const digestWork = defineWork({
  name: 'digests',
  label: 'Build digests',
  remedy: 'The log names the user. A digest is tried four times, then left out; the next one follows its schedule.',
  everySeconds: 30,
  rows: digestRows,
  toLogFields: ({ user_id: userId, attempts }) => ({ userId, attempts }),
  prepare: ({ mailClient, ...deps }: DigestServices) => mailClient && ((due) => queueDueDigest(deps, due)),
});

/** Stores the queued messages and the next date together, so that a killed process neither loses nor repeats any. */
async function queueDueDigest(deps: Deps, due: DueDigest): Promise<void> {
  const { db, clock } = deps;
  const { user_id: userId, next_day: day } = due;
  if (day === null) return;
  const schedule = toSchedule(due);
  const built = await buildDigest(deps, userId, { schedule, day });
  if (built?.isComparing) return digestRows.postpone(db, due, soon(clock()));
  const digest = built?.digest ?? null;
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const isOurs = await advanceSchedule(transaction, due, findNextSending(schedule, now));
    if (isOurs && digest) await queueDigest(deps, transaction, { userId, digest, now });
  });
}
