import type { Identity } from '../../clients/identity-provider/identity-provider.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { toComparableAddress } from '../../platform/address-forms.ts';
import { auditIfChanged, bySystem, type AuditLog } from '../audit/index.ts';
import { findRoleDecision, saveRoleDecision } from './roles.ts';
import type { SessionStore } from './session/session-store.ts';

export interface BindSubjectDeps {
  db: Database;
  log: Log;
  sessions: Pick<SessionStore, 'listIdTokenSubjects'>;
  audit: AuditLog;
}

/**
 * Binds users to the ID token's subject: until 2026-11 it was the access token's. With providers that write something
 * else there, such as Okta, a user from an earlier version is found once by that subject, and from then on by the ID
 * token's.
 */
export function createSubjectBinding({ db, log, sessions, audit }: BindSubjectDeps) {
  /** Returns why this access subject's user must not become the person's; null if nothing speaks against it. */
  async function findObjection(
    user: { user_id: string; access_subject: string | null; email: string },
    person: Identity,
  ): Promise<string | null> {
    if (user.access_subject !== null) return 'that user has signed in with another ID token';
    if ((await sessions.listIdTokenSubjects(user.user_id)).some((subject) => subject !== person.subject))
      return 'that user has a session with the ID token of another person';
    const isOtherAddress =
      user.email !== '' &&
      person.email !== null &&
      toComparableAddress(user.email) !== toComparableAddress(person.email);
    return isOtherAddress ? 'that user has another email address' : null;
  }

  /** Changes a user's subject from `from` to `to`; false if the user has another by now. */
  async function bind(
    userId: string,
    { issuer, from, to }: { issuer: string; from: string; to: string },
  ): Promise<boolean> {
    const rebind = async (transaction: Transaction) => {
      const user = await transaction
        .updateTable('app_user')
        .set({ subject: to, access_subject: from })
        .where('user_id', '=', userId)
        .where('subject', '=', from)
        .where('access_subject', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('app_user as other')
                .select('other.user_id')
                .where('other.issuer', '=', issuer)
                .where('other.subject', '=', to),
            ),
          ),
        )
        .returning('user_id')
        .executeTakeFirst();
      const decision = user && (await findRoleDecision(transaction, { issuer, subject: from }));
      if (decision) await saveRoleDecision(transaction, { issuer, subject: to }, decision);
      return user ?? null;
    };
    const moved = await auditIfChanged(audit, rebind, () => ({
      ...bySystem,
      action: 'user.moved',
      target: `user:${userId}`,
      change: { from: 'the subject of access tokens', to: 'the subject of ID tokens' },
    }));
    return moved !== null;
  }

  return {
    /** Assigns the person the user that an earlier version created for their access tokens; false if there is none. */
    async carryOver(person: Identity, accessSubject: string): Promise<boolean> {
      const user = await db
        .selectFrom('app_user')
        .select(['user_id', 'access_subject', 'email'])
        .where('issuer', '=', person.issuer)
        .where('subject', '=', accessSubject)
        .executeTakeFirst();
      if (!user) return false;
      const objection = await findObjection(user, person);
      if (objection === null)
        return bind(user.user_id, { issuer: person.issuer, from: accessSubject, to: person.subject });
      log.warn(
        { userId: user.user_id, subject: person.subject, accessSubject },
        `A sign-in’s access token names an existing user, but ${objection}: a separate user is created`,
      );
      return false;
    },

    bind,

    /** Stores the subject in a user's access tokens. */
    async remember(userId: string, accessSubject: string): Promise<void> {
      await db.updateTable('app_user').set({ access_subject: accessSubject }).where('user_id', '=', userId).execute();
    },
  };
}

export type SubjectBinding = ReturnType<typeof createSubjectBinding>;
