import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { addDays, countDays, exportFigures, overviewSections } from '@tidemark/contract';
import { listLinkedAccounts } from '../features/accounts/index.ts';
import { prepareExport } from '../features/analytics/index.ts';
import { findUsersByEmail } from '../features/auth/index.ts';
import { loadPeerComparison } from '../features/peers/index.ts';
import type { Database } from '../database/database.ts';
import { ApiError } from '../platform/api-error.ts';
import { dayIn, systemClock } from '../platform/clock.ts';
import { CliError } from './cli-error.ts';
import { withProgressLine } from './progress.ts';
import { readRunningConfig } from './read-running-config.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

const usage = `Usage: tidemark export EMAIL [--from DAY] [--to DAY] [--account USERNAME …] [--section NAME …]
  [--post ID] [--format csv|xlsx|json] [--separator comma|semicolon|tab] [--time-zone ZONE] [--output FILE]`;
const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  account: { type: 'string', multiple: true },
  section: { type: 'string', multiple: true },
  post: { type: 'string' },
  format: { type: 'string' },
  separator: { type: 'string' },
  'time-zone': { type: 'string' },
  output: { type: 'string' },
} as const;

/**
 * Writes a user's account metrics to a file or to standard output, even while Tidemark runs: the values on their
 * screens, by default for the last seven days compared with the seven before.
 */
export async function exportToFile(environment: Environment, args: string[]): Promise<void> {
  const { email, values } = readArguments(args);
  await withDatabase(environment, async (session) => {
    const { appUrl, meta } = await readRunningConfig(environment, session);
    const { db } = session;
    const userId = await requireUser(db, email);
    const accountIds = await listAccountIds(db, userId, values.account ?? []);
    const to = values.to ?? addDays(dayIn(meta.dayZone, systemClock()), -1);
    const from = values.from ?? addDays(to, -6);
    const { format = 'xlsx', separator } = values;
    const isWorkbookInZone = format === 'xlsx' && values['time-zone'] !== undefined;
    const parsed = exportFigures.body?.safeParse({
      format,
      ...((separator !== undefined || isWorkbookInZone) && { spreadsheet: { separator } }),
      sections: values.section ?? overviewSections,
      ...toComparedRange(from, to),
      accountIds,
      ...(values.post && { mediaId: values.post }),
      ...(values['time-zone'] && { timeZone: values['time-zone'] }),
    });
    if (!parsed?.success) throw new CliError(`${parsed?.error.issues[0]?.message ?? ''}\n${usage}`.trim());
    const file = await prepareExport(
      {
        db,
        clock: systemClock,
        dayZone: meta.dayZone,
        requestWindows: async () => [],
        loadPeers: loadPeerComparison,
        appUrl,
        admit: (work) => work(),
      },
      { userId, role: 'user' },
      parsed.data,
    ).catch((error: unknown) => {
      throw error instanceof ApiError ? new CliError(error.message, { cause: error }) : error;
    });
    const { output } = values;
    await withProgressLine('Exporting', () =>
      output ? writeFile(file.content, output) : pipeline(file.content, process.stdout, { end: false }),
    );
    if (output) console.log(`Written to ${output}`);
  });
}

/** Writes a complete file or none, and never over an existing one. */
async function writeFile(content: Parameters<typeof pipeline>[0], output: string): Promise<void> {
  const target = createWriteStream(output, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(content, target);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')
      throw new CliError(`${output} exists already.`, { cause });
    await rm(output, { force: true });
    throw cause;
  }
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [email = '', ...rest] = positionals;
    if (!email.includes('@') || rest.length > 0) throw new CliError(usage);
    return { email, values };
  } catch (cause) {
    throw new CliError(usage, { cause });
  }
}

async function requireUser(db: Database, email: string): Promise<string> {
  const [userId, ...others] = await findUsersByEmail(db, email);
  if (!userId) throw new CliError(`No user with the email ${email} has signed in yet.`);
  if (others.length > 0) throw new CliError(`${others.length + 1} users share the email ${email}.`);
  return userId;
}

/** Returns the accounts with these names or IDs, or all that the user has linked. */
async function listAccountIds(db: Database, userId: string, names: readonly string[]): Promise<string[]> {
  const linked = await listLinkedAccounts(db, { userId });
  if (linked.length === 0) throw new CliError('This user has not linked any accounts.');
  if (names.length === 0) return linked.map(({ _id }) => _id);
  return names.map((name) => {
    const account = linked.find(({ _id, username }) => name === _id || name.replace(/^@/, '') === username);
    if (!account) throw new CliError(`This user has not linked ${name}.`);
    return account._id;
  });
}

function toComparedRange(from: string, to: string) {
  if (![from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))))
    throw new CliError(`Days are written as 2026-03-31.\n${usage}`);
  const days = Math.max(1, countDays(from, to));
  const [start, end] = [(day: string) => `${day}T00:00:00.000Z`, (day: string) => `${day}T23:59:59.999Z`];
  return { cStart: start(from), cEnd: end(to), pStart: start(addDays(from, -days)), pEnd: end(addDays(from, -1)) };
}
