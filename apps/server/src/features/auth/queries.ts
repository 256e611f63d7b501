import { dayMillis, type AccountRef, type Product, type Role, type User } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import type { RoleDecider } from '../../database/tables/auth.ts';
import type { Viewer } from '../../platform/http/route.ts';
import type { Identity } from '../../clients/identity-provider/identity-provider.ts';
import { hashIdentity } from './identity-hash.ts';
import { findRoleDecision } from './roles.ts';
import type { RoleDecision } from './rules.ts';
import { toHash } from './session/session-tokens.ts';
import { toOwnPicture } from './provider-pictures.ts';

/**
 * Finds the user whose session an access token was issued to, else the user with its issuer and subject; with their
 * role's source, when the session was signed in, and whether it was logged out. Emails never identify users.
 */
export async function findUser(
  db: Database,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  accessToken: string,
) {
  const tokenHash = toHash(accessToken);
  const row = await db
    .selectFrom('app_user')
    .leftJoin('session', (join) =>
      join
        .onRef('session.user_id', '=', 'app_user.user_id')
        .on('access_token_hash', '=', tokenHash)
        .on('ended_at', 'is', null),
    )
    .leftJoin('identity_role', (join) => join.on('identity_hash', '=', hashIdentity({ issuer, subject })))
    .select(['app_user.user_id', 'subject', 'access_subject', 'email', 'app_user.role', 'disabled_at'])
    .select(['session.session_id', 'session.signed_in_at as session_signed_in_at'])
    .select(['identity_role.role as decided_role', 'decided_by', 'decided_at'])
    .select(({ selectFrom }) => selectFrom('session_end').select('ended_at').as('sessions_ended_at'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session_id')
          .where('access_token_hash', '=', tokenHash)
          .where('ended_at', 'is not', null),
      ).as('has_logged_out'),
    )
    .where(({ eb, fn, selectFrom }) =>
      eb(
        'app_user.user_id',
        '=',
        fn.coalesce(
          selectFrom('session')
            .select('user_id')
            .where('access_token_hash', '=', tokenHash)
            .where('ended_at', 'is', null)
            .limit(1),
          selectFrom('app_user').select('user_id').where('issuer', '=', issuer).where('subject', '=', subject),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const isSameSubject = row.subject === subject;
  return {
    ...row,
    decision: isSameSubject ? toDecision(row) : await findRoleDecision(db, { issuer, subject: row.subject }),
  };
}

/** Returns true if this provider's access tokens are known to name people differently than its ID tokens. */
export async function hasOtherSubjects(db: Database, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('issuer', '=', issuer)
    .whereRef('access_subject', '<>', 'subject')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function toDecision(row: {
  decided_role: Role | null;
  decided_by: RoleDecider | null;
  decided_at: Date | null;
}): RoleDecision | null {
  const { decided_role: role, decided_by: decidedBy, decided_at: decidedAt } = row;
  return role && decidedBy && decidedAt ? { role, decidedBy, decidedAt } : null;
}

/** Creates the user at first sign-in; concurrent requests get the same user. */
export async function createUser(db: Database, identity: Identity, accessSubject: string | null) {
  const { issuer, subject, name, email, picture } = identity;
  const user = await db
    .insertInto('app_user')
    .values({
      issuer,
      subject,
      access_subject: accessSubject,
      name: name ?? email ?? 'Unnamed',
      email: email ?? '',
      picture,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ subject: sql`excluded.subject` }))
    .returning(['user_id', 'subject', 'access_subject', 'email', 'role', 'disabled_at'])
    .executeTakeFirstOrThrow();
  return { ...user, decision: await findRoleDecision(db, identity) };
}

interface WholeUser {
  user: User;
  accountRefs: AccountRef[];
  product: Product;
}

/**
 * Returns the person who calls, for the API; without a subscription, on the free plan. In another's workspace, the plan
 * is the workspace's, and the linked accounts are those that they see there.
 */
export async function readUser(
  db: Database,
  { userId, member }: Pick<Viewer, 'userId' | 'member'>,
): Promise<WholeUser> {
  if (!member) return readOwner(db, userId);
  const [person, workspace] = await Promise.all([readOwner(db, member.userId), readOwner(db, userId)]);
  const { subscription, accountLimits } = workspace.user;
  const { accountIds } = member;
  const accountRefs = workspace.accountRefs.filter(({ accountId }) => !accountIds || accountIds.includes(accountId));
  return { ...workspace, accountRefs, user: { ...person.user, subscription, accountLimits, accountRefs } };
}

async function readOwner(db: Database, userId: string): Promise<WholeUser> {
  const row = await db
    .selectFrom('app_user')
    .leftJoin('subscription', 'subscription.user_id', 'app_user.user_id')
    .innerJoin('plan', (join) =>
      join.on('plan.plan_id', '=', ({ fn, ref, val }) => fn.coalesce(ref('subscription.plan_id'), val('free'))),
    )
    .leftJoin('meta_connection', 'meta_connection.user_id', 'app_user.user_id')
    .select([
      'app_user.user_id',
      'app_user.name',
      'app_user.email',
      'app_user.picture',
      'app_user.role',
      'app_user.created_at',
      'meta_connection.meta_user_id',
      'subscription.status',
      'subscription.current_period_end',
      'subscription.cancel_at',
      'subscription.provider_status',
      'plan.name as plan_name',
      'plan.account_limit',
      'plan.roadmap_view',
      'plan.roadmap_add',
    ])
    .where('app_user.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const refs = await db
    .selectFrom('account_ref')
    .select(['account_id', 'type'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('account_id')
    .execute();

  const accountRefs = refs.map(({ account_id, type }) => ({ accountId: account_id, type }));
  const isAdmin = row.role === 'system-admin';
  const currentPeriodEnd = row.current_period_end?.toISOString() ?? null;
  return {
    user: {
      _id: row.user_id,
      name: row.name,
      email: row.email,
      picture: toOwnPicture(row.picture),
      facebookId: row.meta_user_id,
      memberSince: row.created_at.toISOString(),
      role: row.role,
      subscription: {
        status: row.status ?? 'free',
        currentPeriodEnd,
        ...(row.status === 'active' && row.provider_status === 'past_due' && { pastDue: true as const }),
      },
      accountRefs,
      accountLimits: { unlimited: row.account_limit === null, total: row.account_limit ?? 0 },
      roadmapAccess: { view: isAdmin || row.roadmap_view, add: isAdmin || row.roadmap_add },
    },
    accountRefs,
    product: { name: row.plan_name, cancelAt: row.cancel_at?.toISOString() ?? null, currentPeriodEnd },
  };
}

/** Updates the fields that users may change themselves. */
export async function saveProfile(
  db: Database,
  userId: string,
  change: { name?: string; picture?: string },
): Promise<{ name: string; picture: string | null } | undefined> {
  return db
    .updateTable('app_user')
    .set(change)
    .where('user_id', '=', userId)
    .returning(['name', 'picture'])
    .executeTakeFirst();
}

/**
 * Deletes a user and all dependent rows; returns false if there was none. Tokens issued before are rejected from then
 * on.
 */
export async function deleteUserRow(db: Database, userId: string, deletedAt: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('app_user')
      .where('user_id', '=', userId)
      .returning(['issuer', 'subject', 'access_subject'])
      .executeTakeFirst();
    if (!gone) return false;
    const subjects = new Set([gone.subject, gone.access_subject ?? gone.subject]);
    await transaction
      .insertInto('deleted_identity')
      .values(
        [...subjects].map((subject) => ({
          identity_hash: hashIdentity({ issuer: gone.issuer, subject }),
          deleted_at: deletedAt,
        })),
      )
      .onConflict((conflict) => conflict.column('identity_hash').doUpdateSet({ deleted_at: deletedAt }))
      .execute();
    return true;
  });
}

/** Returns true if this identity's user was deleted after the token was issued. */
export async function isDeletedIdentity(
  db: Database,
  identity: Pick<Identity, 'issuer' | 'subject' | 'issuedAt'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('deleted_identity')
    .select('deleted_at')
    .where('identity_hash', '=', hashIdentity(identity))
    .executeTakeFirst();
  return row !== undefined && row.deleted_at > identity.issuedAt;
}

/** Deletes hashes of deleted identities whose tokens, valid for at most a day, have expired. */
export async function deleteOldIdentities(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('deleted_identity')
    .where('deleted_at', '<', new Date(now.getTime() - dayMillis))
    .execute();
}

/** Updates the email for a user with the built-in identity provider. */
export async function saveEmail(transaction: Transaction, userId: string, email: string): Promise<void> {
  await transaction.updateTable('app_user').set({ email }).where('user_id', '=', userId).execute();
}

export async function findUserOfIdentity(
  db: Database | Transaction,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}
