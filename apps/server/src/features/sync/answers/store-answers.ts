import { randomUUID } from 'node:crypto';
import type { AccountId } from '@tidemark/contract';
import type { Insertable } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import { packAnswers } from './pack-answers.ts';
import { findBase } from './queries.ts';
import type { StoredAnswer, StoredStep } from './stored-step.ts';

/** A step's answers, stored with its rows. */
interface StepAnswers {
  given: StoredStep;
  /** The instant of the rows. */
  at: Date;
  /** Without the answers of a failed attempt, from which no rows came. */
  answers: StoredAnswer[];
}

type AnswerRow = Omit<Insertable<SyncTables['sync_answer']>, 'data_version'>;

/** Compresses a step and its answers. */
export async function toAnswerRow(
  db: Database,
  accountId: AccountId,
  { given, at, answers }: StepAnswers,
): Promise<AnswerRow> {
  const step = given.task.task;
  const base = (await findBase(db, accountId, { step, at })) ?? null;
  const { content, isDifference } = packAnswers({ given, answers }, base && base.content);
  return {
    account_id: accountId,
    answer_id: randomUUID(),
    fetched_at: at,
    step,
    base_id: isDifference && base ? base.answer_id : null,
    content,
  };
}

/** Stores a step under the data version that its transaction has made; nothing for an account that was deleted. */
export async function insertAnswers(
  transaction: Transaction,
  row: AnswerRow | null,
  dataVersion: number | undefined,
): Promise<void> {
  if (!row || dataVersion === undefined) return;
  await transaction
    .insertInto('sync_answer')
    .values({ ...row, data_version: dataVersion })
    .execute();
}
