import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    audit: await listAuditEntries(db, userId),
    ownActions: await listOwnActions(db, userId),
    actionsPerDay: await listActionDays(db, userId),
  },
});

/** Lists audit entries about the user. The IP addresses behind operators' requests are not the user's data. */
function listAuditEntries(db: Database, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'change', 'outcome', 'failure'])
    .where('target', '=', `user:${userId}`)
    .orderBy('at')
    .execute();
}

/** Lists the user's actions, including as an operator, without their targets. */
function listOwnActions(db: Database, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'outcome', 'failure', 'ip', 'request_id'])
    .where('actor_id', '=', userId)
    .orderBy('at')
    .execute();
}

/** Lists counters for the user's own actions by day, such as exports. */
function listActionDays(db: Database, userId: string) {
  return db
    .selectFrom('user_action_day')
    .select(['day', 'action', 'times'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('action')
    .execute();
}
