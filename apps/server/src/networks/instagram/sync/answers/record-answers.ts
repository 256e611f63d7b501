import type { AccountId } from '@tidemark/contract';
import type { GraphCaller } from '../../client/graph-http.ts';
import { toStoredAnswer } from './to-stored-answer.ts';
import type { StoredAnswer } from '../../../../features/sync/index.ts';

/** Returns a caller whose answers are added to the list, unless answers are not stored. */
export function recordAnswers(
  caller: GraphCaller,
  answers: StoredAnswer[],
  { accountId, answerDays }: { accountId: AccountId; answerDays: number },
): GraphCaller {
  if (answerDays === 0) return caller;
  return { ...caller, onAnswer: (answer) => answers.push(toStoredAnswer(answer, accountId)) };
}
