import { readPlaces } from '../config/config.ts';
import { startAccountQueue, type AccountQueue } from '../platform/jobs/job-queue.ts';
import { createLog } from '../platform/log/log.ts';
import { openRunningDatabase } from './open-running-database.ts';

type Environment = Record<string, string | undefined>;

/** Prints the accounts whose sync was set aside after failing five times in a row because of a bug. */
export async function listSetAside(environment: Environment): Promise<void> {
  await withQueue(environment, async (queue) => {
    const dead = await queue.listDead();
    for (const { accountId, since, error } of dead) console.log(`${accountId}  since ${since.toISOString()}  ${error}`);
    if (dead.length === 0) console.log('No accounts are suspended.');
  });
}

/** Gives the named accounts, or all accounts, another five attempts. */
export async function redrive(environment: Environment, accountIds: string[]): Promise<void> {
  await withQueue(environment, async (queue) => {
    const moved = await queue.redrive(accountIds.length > 0 ? accountIds : undefined);
    console.log(`Accounts queued for another five attempts: ${moved}.`);
  });
}

async function withQueue(environment: Environment, use: (queue: AccountQueue) => Promise<void>): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openRunningDatabase({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const queue = await startAccountQueue({ address: access.address, log: createLog({ level: 'silent' }) });
  try {
    await use(queue);
  } finally {
    await queue.stop();
    await access.close();
  }
}
