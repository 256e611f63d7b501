import { randomUUID } from 'node:crypto';
import type { AccountId } from '@tidemark/contract';
import type { Insertable } from 'kysely';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { SyncTables } from '../../../database/tables/sync.ts';
import type { GivenStep } from './given-step.ts';
import { packAnswers } from './pack-answers.ts';
import { findBase } from './queries.ts';
import { type StoredAnswer, toStoredAnswer } from './to-stored-answer.ts';

/** A step's answers, stored with its rows. */
export interface StepAnswers {
  given: GivenStep;
  /** The instant of the rows. */
  at: Date;
  /** Without the answers of a failed attempt, from which no rows came. */
  answers: StoredAnswer[];
}

/** Returns a caller whose answers are added to the list, unless answers are not stored. */
export function recordAnswers(
  caller: GraphCaller,
  answers: StoredAnswer[],
  { accountId, answerDays }: { accountId: AccountId; answerDays: number },
): GraphCaller {
  if (answerDays === 0) return caller;
  return { ...caller, onAnswer: (answer) => answers.push(toStoredAnswer(answer, accountId)) };
}

type AnswerRow = Omit<Insertable<SyncTables['sync_answer']>, 'data_version'>;

/** Compresses a step and its answers; null if there is nothing to store. */
export async function toAnswerRow(
  db: Database,
  accountId: AccountId,
  { given, at, answers }: StepAnswers,
): Promise<AnswerRow | null> {
  const step = given.task.task;
  if (answers.length === 0 && step !== 'story_end') return null;
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
