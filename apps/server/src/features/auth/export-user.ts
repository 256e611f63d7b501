import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';
import { findRoleDecision } from './roles.ts';

export const exportUser: ExportUser = async ({ db }, userId) => {
  const user = await findIdentity(db, userId);
  return {
    profile: {
      user: { id: userId, ...user },
      role: (user && (await findRoleDecision(db, user))) ?? null,
      daysPresent: await listDaysPresent(db, userId),
      sessions: await listSessions(db, userId),
    },
  };
};

function findIdentity(db: Database, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['issuer', 'subject', 'name', 'email', 'picture', 'role', 'created_at', 'last_seen_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

async function listDaysPresent(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('user_day').select('day').where('user_id', '=', userId).orderBy('day').execute();
  return rows.map(({ day }) => day);
}

/** Lists sign-ins in browsers, without their tokens. */
function listSessions(db: Database, userId: string) {
  return db
    .selectFrom('session')
    .select(['created_at', 'signed_in_at', 'last_used_at', 'ended_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
