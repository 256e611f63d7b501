import { addDays, type Evidence } from '@tidemark/contract';
import { dayMetrics } from '../../../metrics/day-metrics.ts';
import { startOfDay } from '../../../platform/clock.ts';
import { explainMissing, readAnswersAt, toCall } from './answer-source.ts';
import type { EvidenceDeps, StoredValue } from './find-calls.ts';
import { findAccountFields } from './find-fields.ts';
import type { Networks } from './load-networks.ts';
import { listAnswerInstants } from './queries.ts';

/** Answers that are read to find a day's number: its newest. */
const maxInstants = 3;

/** Finds the calls that returned accounts' followers last on these days. */
export async function findFollowers(
  { db, clock, answers: source, dayZone }: EvidenceDeps,
  networks: Networks,
  values: readonly Pick<StoredValue, 'accountId' | 'days'>[],
): Promise<Pick<Evidence, 'calls' | 'missing'>> {
  const now = clock();
  const calls: Evidence['calls'] = [];
  const missing: Evidence['missing'] = [];
  for (const { accountId, days } of values) {
    const network = networks.get(accountId);
    if (!network) continue;
    const { account } = network;
    const fields = network.listFields(dayMetrics.followers);
    // A day's row also has the instants of steps that add up its posts.
    const before = startOfDay(dayZone, addDays(days.to, 1));
    const instants = await listAnswerInstants(db, accountId, {
      from: startOfDay(dayZone, days.from),
      before,
      steps: [account.step],
      limit: maxInstants,
    });
    const byInstant = await readAnswersAt(source, accountId, { instants, now });
    const [found] = instants.flatMap((instant) =>
      (byInstant.get(instant.getTime()) ?? []).flatMap((answer) => {
        const part = findAccountFields(answer, { account, fields });
        return part ? [toCall(accountId, instant, answer, { days, body: part.body, used: part.used })] : [];
      }),
    );
    if (found) calls.push(found);
    else {
      const at = new Date(Math.min(before.getTime(), now.getTime()));
      const reason = explainMissing(source.days, { at, now, answers: instants.length > 0 ? [] : undefined });
      missing.push({ accountId, reason, values: 1 });
    }
  }
  return { calls, missing };
}
