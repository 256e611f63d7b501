import { addDays, dayMillis, type AccountId } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { listStoredSteps, readSteps } from '../answers/read-answers.ts';
import {
  countRows,
  findInstants,
  listRowDifferences,
  type RowDifference,
  seedTables,
  shadowTables,
} from './queries.ts';
import type { Replayer, UnreplayedStep } from '../connector.ts';
import { listReplayedTables, type ReplayedTableName, type ReplayStart } from './replayed-tables.ts';

export interface ReplayDeps {
  db: Database;
  clock: Clock;
  /** Days for which answers are stored. */
  answerDays: number;
}

export interface ReplayDifference {
  table: ReplayedTableName;
  key: Record<string, unknown>;
  column: string;
  stored: unknown;
  replayed: unknown;
}

export interface Replayed {
  /** The instant of the first replayed step; null without one. */
  since: string | null;
  /** Everything that is stored was replayed, from the first sync on. */
  isComplete: boolean;
  steps: number;
  compared: number;
  /** Rows from before `since`, by table: their answers are not stored, or not any more. */
  withoutAnswers: Partial<Record<ReplayedTableName, number>>;
  unreplayed: UnreplayedStep[];
  changes: RowChange[];
}

export interface RowChange extends RowDifference {
  table: ReplayedTableName;
}

export const emptyReplay = {
  since: null,
  isComplete: false,
  steps: 0,
  compared: 0,
  withoutAnswers: {},
  unreplayed: [],
};

/**
 * Stores an account again from the network's stored answers, in temporary tables, and compares these with the real ones. Must
 * be the transaction's first statement: all of them read the same snapshot.
 */
export async function replayAccount(
  transaction: Transaction,
  { clock, answerDays, replayer }: Omit<ReplayDeps, 'db'> & { replayer: Replayer },
  accountId: AccountId,
  { days, signal }: { days: number | null; signal?: AbortSignal },
): Promise<Replayed> {
  await sql`set transaction isolation level repeatable read`.execute(transaction);
  const now = clock();
  const { toDay, startOf } = replayer.calendar;
  const toStart = (at: Date): ReplayStart => ({ at, day: toDay(at) });
  const nextDay = (at: Date): ReplayStart => toStart(startOf(addDays(toDay(at), 1)));
  const all = await listStoredSteps(transaction, accountId, new Date(now.getTime() - answerDays * dayMillis));
  const first = all[0]?.fetched_at;
  if (!first) return { ...emptyReplay, changes: [] };

  const { oldest, unanswered, moved } = await findInstants(transaction, accountId, first);
  const since = days === null ? null : startOf(addDays(toDay(now), -days));
  const isComplete = since === null && unanswered === null && oldest !== null && oldest >= first;
  let start = isComplete
    ? toStart(first)
    : toLatest([
        since && since > first ? toStart(since) : nextDay(first),
        ...(unanswered ? [nextDay(unanswered)] : []),
        ...(moved && moved >= first ? [nextDay(moved)] : []),
      ]);

  await shadowTables(transaction);
  const unreplayed: UnreplayedStep[] = [];
  let steps = 0;
  for (let isRepeated = true; isRepeated;) {
    isRepeated = false;
    await seedTables(transaction, accountId, isComplete && unreplayed.length === 0 ? null : start);
    const chosen = all.filter(({ fetched_at }) => fetched_at >= start.at).map(({ answer_id }) => answer_id);
    steps = chosen.length;
    for await (const step of readSteps(transaction, accountId, chosen)) {
      signal?.throwIfAborted();
      const failed = await replayer.replayStep(transaction, accountId, step);
      if (!failed) continue;
      // The rows of later days do not depend on this step.
      unreplayed.push(failed);
      start = nextDay(step.at);
      isRepeated = true;
      break;
    }
  }
  if (steps === 0) return { ...emptyReplay, unreplayed, changes: [] };

  const withoutAnswers: Replayed['withoutAnswers'] = {};
  const changes: RowChange[] = [];
  let compared = 0;
  for (const [name, table] of listReplayedTables()) {
    const counts = await countRows(transaction, accountId, { name, table, start });
    compared += counts.compared;
    if (counts.older > 0) withoutAnswers[name] = counts.older;
    const rows = await listRowDifferences(transaction, accountId, { name, table, start });
    changes.push(...rows.map((row) => ({ table: name, ...row })));
  }
  return {
    since: start.at.toISOString(),
    isComplete: isComplete && unreplayed.length === 0,
    steps,
    compared,
    withoutAnswers,
    unreplayed,
    changes,
  };
}

function toLatest(starts: readonly [ReplayStart, ...ReplayStart[]]): ReplayStart {
  return starts.reduce((one, other) => (other.at > one.at ? other : one));
}

/** Lists the columns that differ; a row that only one side has counts as one difference. */
export function listDifferences(changes: readonly RowChange[]): ReplayDifference[] {
  return changes.flatMap((change) => {
    const { table, key, stored, replayed } = change;
    if (!stored || !replayed) return [{ table, key, column: 'all', stored, replayed }];
    return listChangedColumns(change).map((column) => ({
      table,
      key,
      column,
      stored: stored[column],
      replayed: replayed[column],
    }));
  });
}

export function listChangedColumns({ stored, replayed }: RowChange): string[] {
  return Object.keys(stored ?? {}).filter(
    (column) => JSON.stringify(stored?.[column]) !== JSON.stringify(replayed?.[column]),
  );
}
