import { sql } from 'kysely';
import type { Database } from '../../../database/database.ts';
import { listReadableAccounts } from '../../accounts/index.ts';

export function findIdentity(db: Database, userId: string) {
  return db
    .selectFrom('app_user')
    .select(['issuer', 'subject', 'name', 'email', 'picture', 'role', 'created_at', 'last_seen_at', 'disabled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function findSubscription(db: Database, userId: string) {
  return db
    .selectFrom('subscription')
    .select(['plan_id', 'status', 'current_period_end', 'cancel_at', 'updated_at', 'source'])
    .select(['provider_subscription_id', 'provider_status', 'price_id', 'fetched_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Returns the business login without its token. */
export function findBusinessLogin(db: Database, userId: string) {
  return db
    .selectFrom('meta_connection')
    .select(['meta_user_id', 'name', 'picture', 'account_type', 'client_business_id', 'scopes'])
    .select(['connected_at', 'expires_at', 'data_access_expires_at', 'broken_at', 'broken_reason'])
    .select(['missing_scopes', 'checked_at', 'renewed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function listListed(db: Database, userId: string) {
  return db
    .selectFrom('connection_account')
    .select(['account_id', 'username', 'name', 'followers_count', 'follows_count', 'media_count', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
}

/** Lists the user's linked accounts; profile metrics only for accounts they may read. */
export async function listLinked(db: Database, userId: string) {
  const refs = await db
    .selectFrom('account_ref')
    .select(['account_id', 'linked_at', 'access_lost_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .execute();
  if (refs.length === 0) return [];
  const readable = new Set((await listReadableAccounts(db, userId)).map(({ accountId }) => accountId));
  const accounts = await db
    .selectFrom('account')
    .select(['account_id', 'username', 'name'])
    .select(['followers_count', 'follows_count', 'media_count', 'earliest_day'])
    .where(
      'account_id',
      'in',
      refs.map((ref) => ref.account_id),
    )
    .execute();
  const byId = new Map(accounts.map((account) => [account.account_id, account]));
  return refs.flatMap((ref) => {
    const account = byId.get(ref.account_id);
    if (!account) return [];
    const { account_id, username, name } = account;
    const isReadable = readable.has(account_id);
    return [{ ...(isReadable ? account : { account_id, username, name }), ...ref, isReadable }];
  });
}

/** Lists audit entries about the user. The IP addresses behind operators' requests are not the user's data. */
export function listAuditEntries(db: Database, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'change', 'outcome', 'failure'])
    .where('target', '=', `user:${userId}`)
    .orderBy('at')
    .execute();
}

/** Lists the user's actions, including as an operator, without their targets. */
export function listOwnActions(db: Database, userId: string) {
  return db
    .selectFrom('audit_entry')
    .select(['at', 'action', 'outcome', 'failure', 'ip', 'request_id'])
    .where('actor_id', '=', userId)
    .orderBy('at')
    .execute();
}

export async function listDaysPresent(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('user_day').select('day').where('user_id', '=', userId).orderBy('day').execute();
  return rows.map(({ day }) => day);
}

/** Lists counters for the user's own actions by day, such as exports. */
export function listActionDays(db: Database, userId: string) {
  return db
    .selectFrom('user_action_day')
    .select(['day', 'action', 'times'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .orderBy('action')
    .execute();
}

export function listPlanChanges(db: Database, userId: string) {
  return db
    .selectFrom('subscription_change')
    .select(['at', 'plan_id', 'status', 'source', 'price_amount', 'price_currency', 'price_interval'])
    .where('user_id', '=', userId)
    .orderBy('change_id')
    .execute();
}

export function findPaymentCustomer(db: Database, userId: string) {
  return db
    .selectFrom('payment_customer')
    .select(['customer_id', 'created_at', 'fetched_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export function listPaymentEvents(db: Database, userId: string) {
  return db
    .selectFrom('payment_event')
    .innerJoin('payment_customer', 'payment_customer.customer_id', 'payment_event.customer_id')
    .select(['event_id', 'type', 'received_at', 'processed_at'])
    .where('payment_customer.user_id', '=', userId)
    .orderBy('received_at')
    .execute();
}

export function listPictureUploads(db: Database, userId: string) {
  return db
    .selectFrom('picture_upload')
    .select(['file', 'uploaded_at'])
    .where('user_id', '=', userId)
    .orderBy('uploaded_at')
    .execute();
}

/** Lists live update sessions, without their tokens. */
export function listLiveSessions(db: Database, userId: string) {
  return db.selectFrom('live_token').select('expires_at').where('user_id', '=', userId).orderBy('expires_at').execute();
}

/** Lists sign-ins in browsers, without their tokens. */
export function listSessions(db: Database, userId: string) {
  return db
    .selectFrom('session')
    .select(['created_at', 'signed_in_at', 'last_used_at', 'ended_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Lists API keys, without the keys themselves. */
export function listApiKeys(db: Database, userId: string) {
  return db
    .selectFrom('api_key')
    .select(['name', 'hint', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export function listFeatureRequests(db: Database, userId: string) {
  return db
    .selectFrom('feature_request')
    .select(['title', 'description', 'requested_at', 'issue_number', 'issue_url'])
    .where('user_id', '=', userId)
    .orderBy('request_id')
    .execute();
}

export function listAnnotations(db: Database, userId: string) {
  return db
    .selectFrom('annotation')
    .select(['account_id', 'first_day', 'last_day', 'text', 'color', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('first_day')
    .orderBy('created_at')
    .execute();
}

/** Lists numbers that the user typed from the Instagram app, and Tidemark's at the time. */
export function listAppComparisons(db: Database, userId: string) {
  return db
    .selectFrom('app_comparison')
    .select(['account_id', 'from_day', 'to_day', 'differences', 'tidemark_version', 'graph_version', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Lists labels with their manually labelled posts. */
export async function listLabels(db: Database, userId: string) {
  const labels = await db
    .selectFrom('label')
    .select(['label_id', 'name', 'color', 'rule', 'test_metric', 'test_account_ids', 'test_started_at', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  if (labels.length === 0) return [];
  const posts = await db
    .selectFrom('post_label')
    .select(['label_id', 'account_id', 'media_id', 'labelled_at'])
    .where(
      'label_id',
      'in',
      labels.map(({ label_id }) => label_id),
    )
    .orderBy('labelled_at')
    .execute();
  const byLabel = Map.groupBy(posts, ({ label_id }) => label_id);
  return labels.map(({ label_id, ...label }) => ({
    ...label,
    posts: (byLabel.get(label_id) ?? []).map(({ label_id: _, ...post }) => post),
  }));
}

export function listReports(db: Database, userId: string) {
  return db
    .selectFrom('report')
    .leftJoin('report_schedule as sent', 'sent.report_id', 'report.report_id')
    .select(['report.report_id', 'account_ids', 'choice', 'created_at', 'changed_at'])
    .select(['sent.cadence', 'sent.weekday', 'sent.month_day', 'sent.hour', 'sent.time_zone'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export async function findReportLogo(db: Database, userId: string) {
  const row = await db
    .selectFrom('report_logo')
    .select(['image', 'changed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export function listUpvotes(db: Database, userId: string) {
  return db
    .selectFrom('upvote')
    .select(['issue_number', 'voted_at'])
    .where('user_id', '=', userId)
    .orderBy('voted_at')
    .execute();
}

/** Returns how the user signs in with the built-in identity provider, without anything secret; null if elsewhere. */
export async function findSignIn(db: Database, userId: string) {
  const identity = await db
    .selectFrom('local_identity')
    .innerJoin('app_user', 'app_user.subject', 'local_identity.subject')
    .select(['local_identity.subject', 'local_identity.email', 'is_email_verified', 'pending_email'])
    .select([
      'local_identity.created_at',
      'password_changed_at',
      sql<boolean>`totp_secret_encrypted is not null`.as('uses_codes'),
    ])
    .where('app_user.user_id', '=', userId)
    .executeTakeFirst();
  if (!identity) return null;
  const passkeys = await db
    .selectFrom('passkey')
    .select(['name', 'created_at', 'last_used_at'])
    .where('subject', '=', identity.subject)
    .orderBy('created_at')
    .execute();
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('subject', '=', identity.subject)
    .executeTakeFirstOrThrow();
  return { ...identity, passkeys, recoveryCodesLeft: left };
}
