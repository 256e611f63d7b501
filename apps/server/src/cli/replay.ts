import os from 'node:os';
import { parseArgs } from 'node:util';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { AuditLog } from '../features/audit/index.ts';
import { replayAccounts, type ReplayOptions, type ReplayReport } from '../features/sync/index.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { CliError } from './cli-error.ts';
import { printProgress } from './progress.ts';
import { readRunningConfig } from './read-running-config.ts';
import { withDatabase } from './with-database.ts';
import { loadReplayers } from '../networks/commands.ts';

type Environment = Record<string, string | undefined>;

/**
 * Prints where stored rows differ from Meta's stored answers, and a line per account; returns 0 without differences, 1
 * with differences, 2 when an account was being synced.
 */
export async function replay(environment: Environment, args: string[]): Promise<number> {
  const { json, ...options } = readArguments(args);
  return withDatabase(environment, async (session) => {
    const config = await readRunningConfig(environment, session);
    const outcomes = new Set<ReplayReport['outcome']>();
    const progress = printProgress('Replaying');
    try {
      for await (const report of replayDatabase({ config, ...session }, { ...options, onProgress: progress.report })) {
        progress.clear();
        outcomes.add(report.outcome);
        for (const line of json ? [JSON.stringify(report)] : toLines(report)) console.log(line);
      }
    } finally {
      progress.end();
    }
    if (outcomes.size === 0)
      throw new CliError(
        options.accountId ? `Account ${options.accountId} not found.` : 'No accounts have been synced yet.',
      );
    return outcomes.has('different') ? 1 : outcomes.has('busy') ? 2 : 0;
  });
}

/** Yields reports for a database. */
export async function* replayDatabase(
  { config, db, audit, clock = systemClock }: { config: Config; db: Database; audit: AuditLog; clock?: Clock },
  options: ReplayOptions,
): AsyncGenerator<ReplayReport> {
  yield* replayAccounts(
    {
      db,
      audit,
      clock,
      answerDays: config.answerRetentionDays,
      replayers: await loadReplayers(config),
      lockOwner: `${os.hostname()}:${process.pid}:replay`,
      log: createLog({ level: 'silent' }),
    },
    options,
  );
}

function toLines({ accountId, username, differences, unreplayed, correctedDays, ...report }: ReplayReport): string[] {
  const name = `${accountId} @${username}`;
  const since = report.isComplete ? 'since the first sync' : `since ${report.since?.slice(0, 10)}`;
  const compared = `${report.compared} rows compared, from ${report.steps} steps ${since}`;
  const summary = {
    same: `no differences: ${compared}`,
    different: `${differences.length} differ: ${compared}`,
    without_answers: 'no stored answers to compare with',
    busy: 'is being synced; try again',
  }[report.outcome];
  const older = Object.entries(report.withoutAnswers).map(([table, count]) => `${count} of ${table}`);
  return [
    ...unreplayed.map(({ at, task, reason }) => `${name}  cannot replay ${task} of ${at}: ${reason}`),
    ...differences.map(
      ({ table, key, column, stored, replayed }) =>
        `${name}  ${table} ${Object.values(key).join(' ')}, ${column}: stored ${toText(stored)}, answers ${toText(replayed)}`,
    ),
    `${name}  ${summary}`,
    ...(older.length > 0 ? [`${name}  not compared, because their answers are not stored: ${older.join(', ')}`] : []),
    ...(correctedDays.length > 0 ? [`${name}  corrected: ${correctedDays.join(', ')}`] : []),
  ];
}

function toText(value: unknown): string {
  return value === null ? 'nothing' : JSON.stringify(value);
}

function readArguments(args: string[]): Pick<Required<ReplayOptions>, 'accountId' | 'days' | 'apply'> & {
  json: boolean;
} {
  const usage = 'Usage: tidemark replay [--account ID] [--days DAYS] [--apply] [--json]';
  try {
    const { values } = parseArgs({
      args,
      options: {
        account: { type: 'string' },
        days: { type: 'string' },
        json: { type: 'boolean', default: false },
        apply: { type: 'boolean', default: false },
      },
    });
    const days = values.days === undefined ? null : Number(values.days);
    if (days !== null && (!Number.isInteger(days) || days < 1)) throw new CliError(usage);
    return { accountId: values.account ?? null, days, json: values.json, apply: values.apply };
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError(usage, { cause });
  }
}
