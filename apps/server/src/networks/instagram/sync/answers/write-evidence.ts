import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../../../database/database.ts';
import { createAnonymiser } from './anonymise-steps.ts';
import { type AnswersAt, listStoredSteps, readSteps } from '../../../../features/sync/index.ts';

/** Writes an account's stored steps without what identifies it, one file each; returns their number. */
export async function writeEvidence(
  db: Database,
  accountId: AccountId,
  { folder, since }: { folder: string; since: Date },
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const steps = await listStoredSteps(db, accountId, since);
  const anonymise = createAnonymiser(accountId);
  let written = 0;
  const answerIds = steps.map(({ answer_id }) => answer_id);
  for await (const step of readSteps(db, accountId, answerIds)) {
    written += 1;
    const name = `${String(written).padStart(5, '0')}-${step.given.task.task}.json`;
    await writeFile(path.join(folder, name), toText(anonymise(step)), { flag: 'wx' });
  }
  return written;
}

/** Returns JSON with one line for each call. */
function toText({ at, given, answers }: AnswersAt): string {
  const lines = answers.map((answer) => `\n${JSON.stringify(answer)}`);
  return `{"at":${JSON.stringify(at)},\n"given":${JSON.stringify(given)},\n"answers":[${lines.join()}]}\n`;
}
