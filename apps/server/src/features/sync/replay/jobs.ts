import { dayMillis } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { dueRows } from '../../../platform/work/due-rows.ts';
import { defineWork } from '../../../platform/work/work.ts';
import type { Connectors, Replayer } from '../connector.ts';
import { findConnector } from '../run/find-connector.ts';
import { recordEqual } from './queries.ts';
import { listDifferences, replayAccount } from './replay-account.ts';

interface ReplayServices {
  db: Database;
  clock: Clock;
  connectors: Connectors<Replayer>;
  config: { answerRetentionDays: number };
}

const repeatMillis = 6 * 60 * 60_000;

const claimMillis = 60 * 60_000;
const dueAt = sql<Date>`coalesce(replay_at, initialized_at)`;
/** Accounts that a claim tries, in case other processes are faster. */
const candidates = 5;

const queue = dueRows({
  table: 'sync_state',
  key: 'account_id',
  due: 'replay_at',
  dueAt,
  attempts: 'replay_attempts',
  counted: 'failures',
  error: 'replay_failure',
  waits: sql`initialized_at is not null`,
  claimMillis,
  retry: { first: repeatMillis, max: dayMillis },
});

/** Claims the account that has waited longest. Citus locks rows of one account only, so it is found first. */
async function claimAccount(db: Database, now: Date) {
  const waiting = await db
    .selectFrom('sync_state')
    .select('account_id')
    .where('initialized_at', 'is not', null)
    .where(dueAt, '<=', now)
    .orderBy(dueAt)
    .limit(candidates)
    .execute();
  for (const { account_id: accountId } of waiting) {
    const claimed = await db
      .updateTable('sync_state')
      .set({ replay_at: new Date(now.getTime() + claimMillis) })
      .where('account_id', '=', accountId)
      .where(dueAt, '<=', now)
      .returningAll()
      .executeTakeFirst();
    if (claimed) return [claimed];
  }
  return [];
}

export const replayedAccounts = { ...queue, claim: (db: Database, { now }: { now: Date }) => claimAccount(db, now) };

/** Replays each account once a day, but only one account every ten minutes: with many accounts, they take turns. */
export const replayWork = defineWork({
  name: 'replay',
  label: 'Compare accounts with their stored answers',
  remedy:
    'tidemark replay --account ID lists the values that differ from what the network answered, and --apply corrects them. Many accounts at once suggest a mistake in this version.',
  everySeconds: 600,
  rows: replayedAccounts,
  toLogFields: ({ account_id: accountId }) => ({ accountId }),
  prepare: ({ db, clock, connectors, config }: ReplayServices) => {
    const { answerRetentionDays: answerDays } = config;
    if (answerDays === 0) return null;
    return async ({ account_id: accountId }, signal) => {
      const options = { days: null, signal };
      const replayer = await findConnector({ db, connectors }, accountId);
      const { changes } = await db
        .transaction()
        .execute((transaction) => replayAccount(transaction, { clock, answerDays, replayer }, accountId, options));
      const [first, ...others] = listDifferences(changes);
      if (first)
        throw new Error(
          `Account ${accountId} differs from its stored answers: ${first.table}.${first.column}, and ${others.length} other values`,
        );
      await recordEqual(db, accountId, new Date(clock().getTime() + dayMillis));
      return 'stop';
    };
  },
});
