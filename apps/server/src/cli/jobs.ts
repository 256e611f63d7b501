import { readPlaces } from '../config/config.ts';
import { startAccountQueue, type AccountQueue } from '../platform/jobs/job-queue.ts';
import { createLog } from '../platform/log/log.ts';
import { openBeside } from './open-beside.ts';

type Environment = Record<string, string | undefined>;

/** Prints the accounts whose sync failed five times in a row through a fault of ours, and was set aside. */
export async function listSetAside(environment: Environment): Promise<void> {
  await withQueue(environment, async (queue) => {
    const dead = await queue.listDead();
    for (const { accountId, since, error } of dead) console.log(`${accountId}  since ${since.toISOString()}  ${error}`);
    if (dead.length === 0) console.log('No account is set aside.');
  });
}

/** Gives them, or those named, another five attempts. */
export async function redrive(environment: Environment, accountIds: string[]): Promise<void> {
  await withQueue(environment, async (queue) => {
    const moved = await queue.redrive(accountIds.length > 0 ? accountIds : undefined);
    console.log(`${moved} given another five attempts.`);
  });
}

async function withQueue(environment: Environment, use: (queue: AccountQueue) => Promise<void>): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openBeside({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const queue = await startAccountQueue({ address: access.address, log: createLog({ level: 'silent' }) });
  try {
    await use(queue);
  } finally {
    await queue.stop();
    await access.close();
  }
}
