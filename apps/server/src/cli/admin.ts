import { Role } from '@tidemark/contract';
import { readPlaces } from '../config/config.ts';
import { connectDatabase } from '../database/database.ts';
import { setRoleByEmail } from '../features/auth/index.ts';
import { openDatabase } from './database-access.ts';
import { Refusal } from './refusal.ts';

/** Gives a role to somebody who has signed in before: how the first operator comes to be. */
export async function grantRole(
  environment: Record<string, string | undefined>,
  email: string,
  roleName: string,
): Promise<void> {
  const role = Role.safeParse(roleName).data;
  if (!email.includes('@') || !role)
    throw new Refusal('Usage: tidemark admin grant EMAIL ROLE, where ROLE is user or system-admin.');
  const { dataDir } = readPlaces(environment);
  const access = await openDatabase({ dataDir, databaseUrl: environment['DATABASE_URL'] || null }, console.error);
  const db = connectDatabase(access.address);
  try {
    const changed = await setRoleByEmail(db, email, role);
    if (changed !== 1)
      throw new Refusal(
        changed === 0
          ? `Nobody with the e-mail ${email} has signed in yet.`
          : `${changed} users share the e-mail ${email}: nothing was changed.`,
      );
    console.log(`${email} is now ${role}.`);
  } finally {
    await db.destroy();
    await access.close();
  }
}
