import type { AccountId } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import type { ExportUser } from '../../../platform/feature.ts';
import { toCsv } from '../../../platform/files/csv.ts';
import type { ZipEntry } from '../../../platform/files/zip.ts';
import { findAccount, listReadableAccounts } from '../../accounts/index.ts';
import { type AnswersAt, readAllAnswers } from '../answers/read-answers.ts';
import { readDays, readDemographics, readMeasurements, readMedia, readWindows } from './account-queries.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {},
  files: listAccountFiles(
    db,
    (await listReadableAccounts(db, userId)).map(({ accountId }) => accountId),
  ),
});

async function* listAccountFiles(db: Database, accountIds: readonly AccountId[]): AsyncGenerator<ZipEntry> {
  for (const id of accountIds) {
    const { username = '' } = (await findAccount(db, id)) ?? {};
    const folder = `accounts/${toFolder(username, id)}`;
    yield { name: `${folder}/days.csv`, content: toCsv(readDays(db, 'account_day', id)) };
    yield { name: `${folder}/windows.csv`, content: toCsv(readWindows(db, id)) };
    yield { name: `${folder}/posts.csv`, content: toCsv(readMedia(db, id)) };
    yield { name: `${folder}/posts-by-day.csv`, content: toCsv(readDays(db, 'media_day', id)) };
    yield { name: `${folder}/posts-by-age.csv`, content: toCsv(readMeasurements(db, id)) };
    yield { name: `${folder}/demographics.csv`, content: toCsv(readDemographics(db, id)) };
    yield { name: `${folder}/answers.json`, content: toJson(readAllAnswers(db, id)) };
  }
}

/** Writes the network's answers as one JSON array. */
async function* toJson(steps: AsyncIterable<AnswersAt>): AsyncGenerator<string> {
  let separator = '[';
  for await (const { at, answers } of steps)
    for (const answer of answers) {
      yield `${separator}\n${JSON.stringify({ at, ...answer })}`;
      separator = ',';
    }
  yield separator === '[' ? '[]\n' : '\n]\n';
}

/**
 * Returns a folder name. The username comes from the network and must not escape the folder; two accounts may have had
 * the same.
 */
function toFolder(username: string, id: string): string {
  return `${username.replaceAll(/[^\w-]/g, '_')}-${id}`;
}
