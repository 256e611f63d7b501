import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AccountId, dayMillis } from '@tidemark/contract';
import { systemClock } from '../../../platform/clock.ts';
import { CliError } from '../../../cli/cli-error.ts';
import { withDatabase } from '../../../cli/with-database.ts';
import { writeEvidence } from '../sync/answers/write-evidence.ts';

type Environment = Record<string, string | undefined>;

/**
 * Writes an account's stored answers to an empty or new folder, without what identifies the account, even while Tidemark
 * runs.
 */
export async function exportEvidence(environment: Environment, args: string[]): Promise<void> {
  const { accountId, folder, days } = readArguments(args);
  const found = await readdir(folder).catch(() => []);
  if (found.length > 0) throw new CliError(`${folder} is not empty.`);
  await withDatabase(environment, async ({ db }) => {
    const since = days === null ? new Date(0) : new Date(systemClock().getTime() - days * dayMillis);
    const steps = await writeEvidence(db, accountId, { folder, since });
    if (steps === 0) throw new CliError(`No answers are stored for the account ${accountId}.`);
    console.log(`Steps written to ${folder}: ${steps}. IDs, names, captions, links and cities are replaced.`);
  });
}

function readArguments(args: string[]): { accountId: AccountId; folder: string; days: number | null } {
  const usage = 'Usage: tidemark evidence export ACCOUNT FOLDER [--days DAYS]';
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { days: { type: 'string' } } });
    const accountId = AccountId.safeParse(positionals[0]);
    const days = values.days === undefined ? null : Number(values.days);
    const folder = positionals[1];
    if (!accountId.success || folder === undefined || positionals.length > 2) throw new CliError(usage);
    if (days !== null && (!Number.isInteger(days) || days < 1)) throw new CliError(usage);
    return { accountId: accountId.data, folder: path.resolve(folder), days };
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError(usage, { cause });
  }
}
