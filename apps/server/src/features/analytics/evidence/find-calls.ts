import { type AccountId, type Evidence, type EvidenceCall, maxEvidenceRanges } from '@tidemark/contract';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import { countPeriodDays, type Period } from '../formulas/period.ts';
import { type Answer, type AnswerSource, explainMissing, readAnswersAt, toCall } from './answer-source.ts';
import { findColumn, listEntries, type UsedEntry } from './find-used.ts';
import type { EvidenceColumn } from './part-columns.ts';

export type EvidenceDeps = AnalyticsDeps & { answers: AnswerSource };

/** A stored value, and the instant of the answers that it came from. */
export interface StoredValue {
  accountId: AccountId;
  at: Date;
  column: EvidenceColumn;
  days: Period;
}

/** Finds the calls that returned the newest values; values from the same call share its entry. */
export async function findCalls(
  { answers: source, clock, dayZone }: EvidenceDeps,
  values: readonly StoredValue[],
): Promise<Pick<Evidence, 'calls' | 'omitted' | 'missing'>> {
  const now = clock();
  const byRange = Map.groupBy(
    values.toSorted((one, other) => other.days.to.localeCompare(one.days.to) || length(other) - length(one)),
    ({ accountId, days }) => `${accountId} ${days.from} ${days.to}`,
  );
  const listed = [...byRange.values()].slice(0, maxEvidenceRanges).flat();
  const calls: EvidenceCall[] = [];
  const missing = new Map<string, Evidence['missing'][number]>();
  for (const [accountId, own] of Map.groupBy(listed, (value) => value.accountId)) {
    const instants = own.map(({ at }) => at);
    const byInstant = await readAnswersAt(source, accountId, { instants, now });
    const known = new Map<Answer, EvidenceCall>();
    for (const { at, column, days } of own) {
      const answers = byInstant.get(at.getTime());
      const found = answers && findColumn(answers, column, { accountId, days, dayZone });
      if (!found) {
        const isDerived = column === 'followers' && answers !== undefined;
        const reason = isDerived ? 'derived' : explainMissing(source.days, { at, now, answers });
        const counted = missing.get(accountId + reason) ?? { accountId, reason, values: 0 };
        missing.set(accountId + reason, { ...counted, values: counted.values + 1 });
        continue;
      }
      const call = known.get(found.answer) ?? toCall(accountId, at, found.answer, { days, body: {}, used: [] });
      known.set(found.answer, addUse(call, found));
    }
    calls.push(...known.values());
  }
  return {
    calls: calls.sort((one, other) => toEnd(other).localeCompare(toEnd(one))),
    omitted: Math.max(0, byRange.size - maxEvidenceRanges),
    missing: [...missing.values()],
  };
}

const length = ({ days }: StoredValue) => countPeriodDays(days);

const toEnd = ({ days, fetchedAt }: EvidenceCall) => `${days?.to} ${fetchedAt}`;

/** Adds a metric's entry to the shown part of a call's answer. */
function addUse(call: EvidenceCall, { field, entry, places }: UsedEntry): EvidenceCall {
  if (field !== null) return { ...call, body: { [field]: entry }, used: [[field]] };
  const data = listEntries(call.body);
  const index = data.includes(entry) ? data.indexOf(entry) : data.length;
  return {
    ...call,
    body: { data: data.includes(entry) ? data : [...data, entry] },
    used: [...call.used, ...places.map((place) => ['data', index, ...place])],
  };
}
