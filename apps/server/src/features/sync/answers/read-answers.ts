import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { createPause } from '../../../platform/pause.ts';
import { type PackedStep, unpackAnswers } from './pack-answers.ts';

/** One step with its answers, and the instant of the rows that came from them. */
export interface AnswersAt extends PackedStep {
  at: Date;
}

const atOnce = 50;

/** Returns an account's answers from these instants. */
export async function readAnswers(db: Database, accountId: AccountId, instants: readonly Date[]): Promise<AnswersAt[]> {
  if (instants.length === 0) return [];
  const rows = await selectAnswers(db, accountId).where('answer.fetched_at', 'in', instants).execute();
  const pause = createPause(() => false);
  const steps: AnswersAt[] = [];
  for (const row of rows) {
    steps.push(unpack(row));
    await pause();
  }
  return steps;
}

/** Lists the stored steps of an account that began at an instant or later, in the order in which they were stored. */
export function listStoredSteps(db: Database, accountId: AccountId, since: Date) {
  return db
    .selectFrom('sync_answer')
    .select(['answer_id', 'fetched_at'])
    .where('account_id', '=', accountId)
    .where('fetched_at', '>=', since)
    .orderBy('data_version')
    .execute();
}

/** Reads stored steps in the given order, in batches. */
export async function* readSteps(
  db: Database,
  accountId: AccountId,
  answerIds: readonly string[],
): AsyncGenerator<AnswersAt> {
  const pause = createPause(() => false);
  for (let at = 0; at < answerIds.length; at += atOnce) {
    const some = answerIds.slice(at, at + atOnce);
    const rows = await selectAnswers(db, accountId)
      .where('answer.answer_id', 'in', some)
      .orderBy('answer.data_version')
      .execute();
    for (const row of rows) {
      yield unpack(row);
      await pause();
    }
  }
}

/** Reads all answers of an account, oldest first, in batches. */
export async function* readAllAnswers(db: Database, accountId: AccountId): AsyncGenerator<AnswersAt> {
  const steps = await listStoredSteps(db, accountId, new Date(0));
  yield* readSteps(
    db,
    accountId,
    steps.map(({ answer_id }) => answer_id),
  );
}

function selectAnswers(db: Database, accountId: AccountId) {
  return db
    .selectFrom('sync_answer as answer')
    .leftJoin('sync_answer as base', (join) =>
      join.onRef('base.account_id', '=', 'answer.account_id').onRef('base.answer_id', '=', 'answer.base_id'),
    )
    .select(['answer.fetched_at as at', 'answer.content', 'base.content as base'])
    .where('answer.account_id', '=', accountId);
}

function unpack({ at, content, base }: { at: Date; content: Buffer; base: Buffer | null }): AnswersAt {
  return { at, ...unpackAnswers(content, base) };
}
