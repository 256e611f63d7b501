import {
  type AccountId,
  addDays,
  type AudienceMetric,
  type Evidence,
  maxEvidenceRanges,
  onlineDays,
} from '@tidemark/contract';
import { dayLabel, plural, wholeNumber } from '@tidemark/presentation';
import { dayIn, startOfDay } from '../../../platform/clock.ts';
import type { AccountScope } from '../../accounts/index.ts';
import { listSnapshots } from '../demographics/queries.ts';
import { type Answer, explainMissing, readAnswersAt, toCall } from './answer-source.ts';
import type { Explanation } from './load-networks.ts';
import { audienceDefinitions } from './definitions.ts';
import type { EvidenceDeps } from './find-calls.ts';
import { at, isTotal, type JsonPath, listEntries } from './find-used.ts';
import { listAnswerInstants, listOnlineDays } from './queries.ts';

const demographicSteps = ['batch', 'follower_demographics'];
const dimensions = { 'age,gender': 'age_gender', country: 'country', city: 'city' } as const;

/** Loads where numbers about the audience come from: followers as of a day, or followers online. */
export async function loadAudienceEvidence(
  deps: EvidenceDeps,
  scope: AccountScope,
  metric: AudienceMetric,
  day: string,
): Promise<Explanation> {
  const load = metric === 'follower_demographics' ? loadDemographics : loadOnline;
  return {
    isApprox: false,
    approx: null,
    definitions: [audienceDefinitions[metric]],
    answerDays: deps.answers.days,
    ...(await load(deps, scope, day)),
  };
}

type Loaded = Pick<Evidence, 'value' | 'formula' | 'calls' | 'omitted' | 'missing'>;

async function loadDemographics(deps: EvidenceDeps, scope: AccountScope, day: string): Promise<Loaded> {
  const { db, clock, dayZone, answers: source } = deps;
  const snapshots = await listSnapshots(db, scope, day);
  const calls: Evidence['calls'] = [];
  const missing: Evidence['missing'] = [];
  const total = (cells: Record<string, number> | undefined) =>
    Object.values(cells ?? {}).reduce((sum, count) => sum + count, 0);
  let reported = 0;
  for (const snapshot of snapshots) {
    const { accountId, cells } = snapshot;
    reported += total(cells.age_gender);
    const from = startOfDay(dayZone, snapshot.day);
    const before = startOfDay(dayZone, addDays(snapshot.day, 1));
    const instants = await listAnswerInstants(db, accountId, { from, before, steps: demographicSteps, limit: 20 });
    const byInstant = await readAnswersAt(source, accountId, { instants, now: clock() });
    const found = [...byInstant]
      .toSorted(([one], [other]) => other - one)
      .map(([time, answers]) => ({ time, answers: answers.filter((answer) => isAudience(answer, accountId, cells)) }))
      .find(({ answers }) => answers.length > 0);
    if (!found) {
      const reason = explainMissing(source.days, { at: from, now: clock(), answers: undefined });
      missing.push({ accountId, reason, values: Object.keys(cells).length });
      continue;
    }
    for (const answer of found.answers)
      calls.push(
        toCall(accountId, new Date(found.time), answer, { days: null, body: answer.body, used: listRows(answer) }),
      );
  }
  const days = [...new Set(snapshots.map((snapshot) => snapshot.day))].sort();
  return {
    value: snapshots.length === 0 ? null : reported,
    formula:
      snapshots.length === 0
        ? 'Instagram reports no demographics for these accounts.'
        : `A share = a group's followers ÷ the followers in its list × 100. By age and gender, the list has ${wholeNumber(reported)} followers as of ${days.map(dayLabel).join(', ')}${snapshots.length > 1 ? `, added up over ${snapshots.length} accounts` : ''}. Instagram leaves small groups out.`,
    calls,
    omitted: 0,
    missing,
  };
}

/** Returns true for an answer with a list of an account's followers that equals the stored one. */
function isAudience(answer: Answer, accountId: AccountId, cells: Partial<Record<string, Record<string, number>>>) {
  const { metric, breakdown } = answer.parameters;
  if (!isTotal(answer, accountId) || metric !== 'follower_demographics') return false;
  const dimension = dimensions[breakdown as keyof typeof dimensions]; // undefined for another breakdown
  const stored = Object.values(cells[dimension] ?? {});
  const values = listRows(answer).map((place) => Number(at(answer.body, place)));
  return stored.length > 0 && stored.toSorted().join() === values.toSorted().join();
}

function listRows({ body }: Answer): JsonPath[] {
  const table: JsonPath = ['data', 0, 'total_value', 'breakdowns', 0, 'results'];
  const rows = at(body, table);
  return Array.isArray(rows) ? rows.map((_, index) => [...table, index, 'value']) : [];
}

async function loadOnline({ db, clock, dayZone, answers: source }: EvidenceDeps, scope: AccountScope): Promise<Loaded> {
  const now = clock();
  const rows = await listOnlineDays(db, scope, addDays(dayIn(dayZone, now), -onlineDays));
  const calls = new Map<Answer, Evidence['calls'][number]>();
  const missing = new Map<string, Evidence['missing'][number]>();
  for (const [accountId, own] of Map.groupBy(rows.slice(0, maxEvidenceRanges), (row) => row.account_id)) {
    const instants = own.map(({ fetched_at }) => fetched_at);
    const byInstant = await readAnswersAt(source, accountId, { instants, now });
    for (const { day, hours, fetched_at } of own) {
      const answers = byInstant.get(fetched_at.getTime());
      const found = answers && findHours(answers, hours);
      if (!found) {
        const reason = explainMissing(source.days, { at: fetched_at, now, answers });
        const counted = missing.get(accountId + reason) ?? { accountId, reason, values: 0 };
        missing.set(accountId + reason, { ...counted, values: counted.values + 1 });
        continue;
      }
      const { answer, place } = found;
      const call =
        calls.get(answer) ?? toCall(accountId, fetched_at, answer, { days: null, body: answer.body, used: [] });
      const days = { from: day, to: call.days?.to ?? day };
      calls.set(answer, { ...call, days, used: [...call.used, place] });
    }
  }
  const days = new Set(rows.map(({ day }) => day)).size;
  return {
    value: null,
    formula:
      days === 0
        ? 'Instagram reports no followers online for these accounts.'
        : `Followers online in an hour = the mean of that hour on the same weekdays, over ${days} ${plural(days, 'day')}, by your clock.`,
    calls: [...calls.values()],
    omitted: Math.max(0, rows.length - maxEvidenceRanges),
    missing: [...missing.values()],
  };
}

/** Finds the day of a series whose hours are these. */
function findHours(answers: readonly Answer[], hours: readonly (number | null)[]) {
  const wanted = JSON.stringify(hours);
  for (const answer of answers.filter(({ parameters }) => parameters['metric'] === 'online_followers'))
    for (const [index, value] of listValues(answer).entries()) {
      const place: JsonPath = ['data', 0, 'values', index, 'value'];
      const found = hours.map((_, hour) => at(value, ['value', String(hour)]) ?? null);
      if (JSON.stringify(found) === wanted) return { answer, place };
    }
  return undefined;
}

function listValues({ body }: Answer): unknown[] {
  const values = at(listEntries(body)[0], ['values']);
  return Array.isArray(values) ? values : [];
}
