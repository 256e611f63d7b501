import type { DigestSchedule } from '@tidemark/contract';
import type { MailClient } from '../../clients/mail/mail.ts';
import { findNextSending } from '../../platform/sending-times.ts';
import { soon } from '../../platform/work/sendings.ts';
import { defineWork } from '../../platform/work/work.ts';
import { buildDigest, type DigestDeps } from './build-digest.ts';
import { advanceSchedule, digestRows, type DueDigest, toSchedule } from './queries.ts';
import { listSubscribers } from '../mail/index.ts';
import { queueDigest, type QueueDeps, toScopeKey } from './send-digest.ts';

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
  const built = await buildForReaders(deps, userId, { schedule, day });
  if ([...built.values()].some((one) => one?.isComparing)) return digestRows.postpone(db, due, soon(clock()));
  const digests = new Map([...built].map(([scope, one]) => [scope, one?.digest ?? null]));
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const isOurs = await advanceSchedule(transaction, due, findNextSending(schedule, now));
    if (isOurs) await queueDigest(deps, transaction, { userId, digests, now });
  });
}

/** Builds a digest for each set of accounts that readers see. */
async function buildForReaders(
  deps: Deps,
  userId: string,
  { schedule, day }: { schedule: DigestSchedule; day: string },
) {
  const readers = await listSubscribers(deps.db, { userId, kind: 'digest' });
  const scopes = new Map(readers.map(({ account_ids: seen }) => [toScopeKey(seen), seen]));
  const built = new Map<string, Awaited<ReturnType<typeof buildDigest>>>();
  for (const [scope, seen] of scopes)
    built.set(scope, await buildDigest(deps, userId, { schedule: restrict(schedule, seen), day }));
  return built;
}

function restrict(schedule: DigestSchedule, seen: readonly string[] | null): DigestSchedule {
  if (!seen) return schedule;
  const { accountIds } = schedule;
  return { ...schedule, accountIds: seen.filter((id) => !accountIds || accountIds.includes(id)) };
}
