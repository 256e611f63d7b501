import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayMillis, type Recipient, type SubscriptionKind } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';

const confirmationMillis = 7 * dayMillis;

export const toSecretHash = (secret: string) => createHash('sha256').update(secret).digest();
export const createSecret = () => randomBytes(32).toString('base64url');

export async function listRecipientsOf(
  db: Database | Transaction,
  userId: string,
  recipientId?: string,
): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('recipient')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('recipient_subscription')
        .select(({ fn }) => fn.coalesce(fn.agg<SubscriptionKind[]>('array_agg', ['kind']), sql`'{}'`).as('kinds'))
        .whereRef('recipient_subscription.recipient_id', '=', 'recipient.recipient_id')
        .as('kinds'),
    )
    .where('user_id', '=', userId)
    .where('member_id', 'is', null)
    .$if(recipientId !== undefined, (query) => query.where('recipient_id', '=', recipientId ?? ''))
    .orderBy('created_at')
    .orderBy('recipient_id')
    .execute();
  return rows.map((row) => ({
    id: row.recipient_id,
    address: row.address,
    state: row.disabled_at ? 'disabled' : row.confirmed_at ? 'confirmed' : 'unconfirmed',
    subscriptions: row.kinds ?? [],
    left: row.left_kinds,
    lastFailure: row.last_failure,
    confirmationSentAt: row.confirmation_sent_at?.toISOString() ?? null,
  }));
}

/** Stores a recipient, that of a member if given; undefined if the user already has the address. */
export async function insertRecipient(
  transaction: Transaction,
  {
    userId,
    memberId = null,
    address,
    now,
    isConfirmed,
  }: { userId: string; memberId?: string | null; address: string; now: Date; isConfirmed: boolean },
): Promise<string | undefined> {
  const row = await transaction
    .insertInto('recipient')
    .values({
      recipient_id: randomUUID(),
      user_id: userId,
      member_id: memberId,
      address,
      created_at: now,
      confirmed_at: isConfirmed ? now : null,
      confirmation_hash: null,
      unsubscribe_token: createSecret(),
      last_failure: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('recipient_id')
    .executeTakeFirst();
  return row?.recipient_id;
}

export async function replaceSubscriptions(
  transaction: Transaction,
  recipientId: string,
  { kinds, now }: { kinds: readonly SubscriptionKind[]; now: Date },
): Promise<void> {
  await transaction.deleteFrom('recipient_subscription').where('recipient_id', '=', recipientId).execute();
  if (kinds.length === 0) return;
  await transaction
    .insertInto('recipient_subscription')
    .values(kinds.map((kind) => ({ recipient_id: recipientId, kind, subscribed_at: now })))
    .execute();
}

/** Stores a confirmation; voids the recipient's earlier links. */
export async function saveConfirmation(
  transaction: Transaction,
  recipientId: string,
  { secret, now }: { secret: string; now: Date },
): Promise<void> {
  await transaction
    .updateTable('recipient')
    .set({ confirmation_hash: toSecretHash(secret), confirmation_sent_at: now })
    .where('recipient_id', '=', recipientId)
    .execute();
}

/** Uses a confirmation link once; undefined if it has expired, was replaced or was used. */
export function confirmBySecret(db: Database, secret: string, now: Date) {
  return db
    .updateTable('recipient')
    .set({
      confirmed_at: now,
      confirmation_hash: null,
      failures: 0,
      last_failure: null,
      bounced_at: null,
      disabled_at: null,
    })
    .set({ left_kinds: [] })
    .where('confirmation_hash', '=', toSecretHash(secret))
    .where('confirmation_sent_at', '>', new Date(now.getTime() - confirmationMillis))
    .returning(['recipient_id', 'user_id', 'address'])
    .executeTakeFirst();
}

/** Ends a subscription. The recipient must confirm before the address receives any mail for this user again. */
export async function unsubscribeBySecret(
  transaction: Transaction,
  { secret, kind }: { secret: string; kind: SubscriptionKind },
) {
  const recipient = await transaction
    .selectFrom('recipient')
    .select(['recipient_id', 'user_id', 'address'])
    .where('unsubscribe_token', '=', secret)
    .forUpdate()
    .executeTakeFirst();
  if (!recipient) return undefined;
  const { recipient_id: recipientId } = recipient;
  const { numDeletedRows } = await transaction
    .deleteFrom('recipient_subscription')
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    await transaction
      .updateTable('recipient')
      .set({ left_kinds: sql`array_append(left_kinds, ${kind})` })
      .where('recipient_id', '=', recipientId)
      .execute();
  const rest = await transaction
    .selectFrom('recipient_subscription')
    .select('kind')
    .where('recipient_id', '=', recipientId)
    .executeTakeFirst();
  if (!rest)
    await transaction
      .updateTable('recipient')
      .set({ confirmed_at: null, confirmation_hash: null })
      .where('recipient_id', '=', recipientId)
      .execute();
  return { ...recipient, hasChanged: numDeletedRows > 0n };
}

/** Deletes a recipient with their queued mail; sent mail still counts towards the address's limits. */
export async function deleteRecipient(transaction: Transaction, userId: string, recipientId: string) {
  await transaction
    .deleteFrom('mail_message')
    .where('recipient_id', '=', recipientId)
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .execute();
  return transaction
    .deleteFrom('recipient')
    .where('recipient_id', '=', recipientId)
    .where('user_id', '=', userId)
    .returning('address')
    .executeTakeFirst();
}

export interface Subscriber {
  recipient_id: string;
  address: string;
  unsubscribe_token: string;
  /** The accounts that a client sees; null for everybody else. */
  account_ids: string[] | null;
  /** True for a member who chose it; false for an address that the user entered. */
  is_member: boolean;
}

/**
 * Lists the recipients of a user's mail: confirmed addresses that are not disabled, each once. Clients get no alerts,
 * which they do not see in the app either.
 */
export function listSubscribers(
  db: Database | Transaction,
  { userId, kind }: { userId: string; kind: SubscriptionKind },
): Promise<Subscriber[]> {
  return db
    .selectFrom('recipient')
    .innerJoin('recipient_subscription', 'recipient_subscription.recipient_id', 'recipient.recipient_id')
    .leftJoin('workspace_member as member', (join) =>
      join.onRef('member.workspace_id', '=', 'recipient.user_id').onRef('member.user_id', '=', 'recipient.member_id'),
    )
    .leftJoin('app_user', 'app_user.user_id', 'recipient.member_id')
    .distinctOn(sql`lower(address)`)
    .select(['recipient.recipient_id', 'address', 'unsubscribe_token', 'account_ids'])
    .select(sql<boolean>`member_id is not null`.as('is_member'))
    .where('recipient.user_id', '=', userId)
    .where('kind', '=', kind)
    .where('confirmed_at', 'is not', null)
    .where('recipient.disabled_at', 'is', null)
    .where('app_user.disabled_at', 'is', null)
    .where(({ eb, or }) => or([eb(sql.val(kind), '<>', 'alert'), sql<boolean>`member.role is distinct from 'client'`]))
    .orderBy(sql`lower(address)`)
    .orderBy(sql`member_id nulls first`)
    .execute();
}
