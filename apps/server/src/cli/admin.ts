import { Role } from '@tidemark/contract';
import { readPlaces } from '../config/config.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { audited, verifyAudit } from '../features/admin/index.ts';
import { changeStanding, findUsersByEmail, listOperators } from '../features/auth/index.ts';
import { Failure } from '../platform/failure.ts';
import { openBeside } from './open-beside.ts';
import { Refusal } from './refusal.ts';

type Environment = Record<string, string | undefined>;

/** Gives a role to somebody who has signed in before, also while Tidemark runs: how the first operator comes to be. */
export async function giveRole(environment: Environment, email: string, roleName: string): Promise<void> {
  const role = Role.safeParse(roleName).data;
  if (!email.includes('@') || !role)
    throw new Refusal('Usage: tidemark admin grant EMAIL, or tidemark admin revoke EMAIL.');
  await withDatabase(environment, async (db) => {
    const [userId, ...others] = await findUsersByEmail(db, email);
    if (!userId) throw new Refusal(`Nobody with the e-mail ${email} has signed in yet.`);
    if (others.length > 0)
      throw new Refusal(`${others.length + 1} users share the e-mail ${email}: nothing was changed.`);
    await audited(
      db,
      {
        actorId: null,
        action: 'user.role',
        target: `user:${userId}`,
        change: { role, by: 'tidemark admin' },
        requestId: null,
        ip: null,
      },
      async (transaction, note) => note({ before: (await changeStanding(transaction, userId, { role })).role }),
    ).catch((error: unknown) => {
      throw error instanceof Failure ? new Refusal(error.message, { cause: error }) : error;
    });
    console.log(`${email} is now ${role}.`);
  });
}

/** Prints who is an operator. */
export async function printOperators(environment: Environment): Promise<void> {
  await withDatabase(environment, async (db) => {
    const operators = await listOperators(db);
    for (const { email, name, last_seen_at, disabled_at } of operators)
      console.log(
        `${email}  ${name}  ${disabled_at ? 'disabled' : `last seen ${last_seen_at?.toISOString() ?? 'never'}`}`,
      );
    if (operators.length === 0) console.log('Nobody is an operator: name one with tidemark admin grant EMAIL.');
  });
}

/** Reads the whole log of what operators did; returns 0 when it is as it was written, 1 when it is not. */
export async function checkAudit(environment: Environment): Promise<number> {
  let status = 0;
  await withDatabase(environment, async (db) => {
    const { intact, checked, brokenAt, head } = await verifyAudit(db);
    status = intact ? 0 : 1;
    console.log(
      intact
        ? `${checked} entries are as they were written. Head of the chain: ${head ?? 'none yet'}`
        : `The log was changed${brokenAt === null ? ': entries are missing' : ` at or before entry ${brokenAt}`}.`,
    );
  });
  return status;
}

async function withDatabase(environment: Environment, use: (db: Database) => Promise<void>): Promise<void> {
  const { dataDir } = readPlaces(environment);
  const access = await openBeside({ dataDir, databaseUrl: environment['DATABASE_URL'] || null });
  const db = connectDatabase(access.address, { max: 2 });
  try {
    await use(db);
  } finally {
    await db.destroy();
    await access.close();
  }
}
