import { allWork } from '../app/background-work.ts';
import { readPlaces } from '../config/config.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { startAccountQueue, type AccountQueue } from '../platform/jobs/job-queue.ts';
import { createLog } from '../platform/log/log.ts';
import { readWork, type WorkState } from '../platform/work/overview.ts';
import { isFailing, pauseWork, resumeWork } from '../platform/work/queries.ts';
import { CliError } from './cli-error.ts';
import { openRunningDatabase } from './open-running-database.ts';

type Environment = Record<string, string | undefined>;

/** Prints all background work, and the accounts whose sync was suspended after failing five times in a row. */
export async function listJobs(environment: Environment): Promise<void> {
  await withJobs(environment, async ({ db, queue }) => {
    const works = await readWork(db, allWork, new Date());
    const width = Math.max(...works.map(({ name }) => name.length));
    for (const work of works) console.log(`${work.name.padEnd(width)}  ${describe(work)}`);
    const dead = await queue.listDead();
    console.log('');
    for (const { accountId, since, error } of dead) console.log(`${accountId}  since ${since.toISOString()}  ${error}`);
    if (dead.length === 0) console.log('No accounts are suspended.');
  });
}

export async function pauseJob(environment: Environment, [name = '']: string[]): Promise<void> {
  requireWork(name);
  await withJobs(environment, ({ db }) => pauseWork(db, name, new Date()));
  console.log(`Paused: ${name}. Processes stop it within ten seconds.`);
}

export async function resumeJob(environment: Environment, [name = '']: string[]): Promise<void> {
  requireWork(name);
  await withJobs(environment, ({ db }) => resumeWork(db, name));
  console.log(`Resumed: ${name}.`);
}

/** Gives the named accounts, or all accounts, another five attempts; retries what the named work has failed to do. */
export async function redriveJobs(environment: Environment, names: string[]): Promise<void> {
  const works = allWork.filter(({ name }) => names.includes(name));
  const accountIds = names.filter((name) => !works.some((work) => work.name === name));
  const unknown = accountIds.find((name) => !/^\d+$/.test(name));
  if (unknown !== undefined) requireWork(unknown);
  await withJobs(environment, async ({ db, queue }) => {
    for (const { name, backlog } of works)
      console.log(`${name}: ${(await backlog?.retry(db, new Date())) ?? 0} tried again now.`);
    if (names.length > 0 && accountIds.length === 0) return;
    const moved = await queue.redrive(accountIds.length > 0 ? accountIds : undefined);
    console.log(`Accounts queued for another five attempts: ${moved}.`);
  });
}

function requireWork(name: string): void {
  if (allWork.some((work) => work.name === name)) return;
  throw new CliError(
    `There is no background work with the name “${name}”. Names: ${allWork.map((work) => work.name).join(', ')}`,
  );
}

function describe(work: WorkState): string {
  const { label, remedy, pausedAt, isStarted, running, backlog, error } = work;
  const parts = [label];
  if (pausedAt) parts.push(`paused since ${pausedAt.toISOString()}`);
  else if (!isStarted) parts.push('not running');
  if (running > 0) parts.push(`${running} running`);
  if (backlog && backlog.due > 0) parts.push(`${backlog.due} due`);
  if (backlog && backlog.retrying > 0) parts.push(`${backlog.retrying} waiting for another attempt`);
  if (isFailing(work)) parts.push(`failing: ${error}. ${remedy}`);
  return parts.join('; ');
}

async function withJobs(
  environment: Environment,
  use: (jobs: { db: Database; queue: AccountQueue }) => Promise<void>,
): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openRunningDatabase({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const queue = await startAccountQueue({ address: access.address, log: createLog({ level: 'silent' }) });
  const db = connectDatabase(access.address, { max: 2 });
  try {
    await use({ db, queue });
  } finally {
    await queue.stop();
    await db.destroy();
    await access.close();
  }
}
