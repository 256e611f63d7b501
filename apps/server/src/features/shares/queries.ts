import { dayMillis, endedShareDays, type ReportContent } from '@tidemark/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Transaction } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';
import { lockUser } from '../../database/lock-user.ts';
import type { ShareTables } from '../../database/tables/shares.ts';

type Links = ShareTables['share_link'];
const shown = [
  'link_id',
  'token_encrypted',
  'title',
  'account_ids',
  'choice',
  'is_frozen',
  'passcode_hash',
  'may_be_embedded',
  'title_in_previews',
  'created_at',
  'expires_at',
  'revoked_at',
  'views',
  'last_viewed_on',
] as const;
export type LinkRow = Pick<Selectable<Links>, (typeof shown)[number]>;

export function listLinks(db: Database, userId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('share_link')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('link_id')
    .execute();
}

/** Counts a user's links. Locks the user, so that concurrent calls count each other's links. */
export async function countLinks(transaction: Transaction, userId: string): Promise<number> {
  await lockUser(transaction, userId);
  const { count } = await transaction
    .selectFrom('share_link')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertLink(transaction: Transaction, link: Insertable<Links>): Promise<LinkRow> {
  return transaction.insertInto('share_link').values(link).returning(shown).executeTakeFirstOrThrow();
}

interface OneLink {
  userId: string;
  linkId: string;
}

export function findLink(db: Database, { userId, linkId }: OneLink): Promise<LinkRow | undefined> {
  return db
    .selectFrom('share_link')
    .select(shown)
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .executeTakeFirst();
}

/** Updates a link; undefined if the user has no such link, or has revoked it. */
export function updateLink(
  db: Database,
  { userId, linkId }: OneLink,
  changes: Updateable<Links>,
): Promise<LinkRow | undefined> {
  return db
    .updateTable('share_link')
    .set(changes)
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .where('revoked_at', 'is', null)
    .returning(shown)
    .executeTakeFirst();
}

/** Revokes a link and deletes its secrets and stored data. Undefined if it was revoked before, or does not exist. */
export function revokeLink(db: Database, { userId, linkId }: OneLink, now: Date): Promise<LinkRow | undefined> {
  return db
    .updateTable('share_link')
    .set({
      revoked_at: now,
      token_hash: null,
      token_encrypted: null,
      passcode_hash: null,
      frozen_content: sql<string>`null`,
    })
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .where('revoked_at', 'is', null)
    .returning(shown)
    .executeTakeFirst();
}

/** Deletes a link and returns it; undefined if the user has no such link. */
export function deleteLink(db: Database, { userId, linkId }: OneLink) {
  return db
    .deleteFrom('share_link')
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .returning('revoked_at')
    .executeTakeFirst();
}

/** Finds a link that its owner has not revoked, and whose owner is not disabled. */
export function findOpenLink(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('share_link')
    .innerJoin('app_user', 'app_user.user_id', 'share_link.user_id')
    .select(['link_id', 'share_link.user_id', 'title', 'account_ids', 'choice', 'is_frozen', 'frozen_content'])
    .select(['passcode_hash', 'expires_at', 'revoked_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

export type UnsettledLink = Selectable<Links>;

/** Replaces the stored data if there is new data, unless it was deleted or another process was faster. */
export async function settleLink(
  db: Database,
  { link_id, settle_at }: Pick<UnsettledLink, 'link_id' | 'settle_at'>,
  { content, settleAt }: { content: ReportContent | null; settleAt: Date | null },
): Promise<void> {
  await db
    .updateTable('share_link')
    .set({
      settle_at: settleAt,
      ...(content && {
        frozen_content: sql<string>`case when frozen_content is null then null else ${JSON.stringify(content)}::jsonb end`,
      }),
    })
    .where('link_id', '=', link_id)
    .where('settle_at', '=', settle_at)
    .execute();
}

/** Returns the data an open link's page needs before it is opened, without its metrics. */
export function findPage(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('share_link')
    .innerJoin('app_user', 'app_user.user_id', 'share_link.user_id')
    .select(['share_link.user_id', 'title', 'account_ids', 'is_frozen', 'passcode_hash', 'expires_at', 'revoked_at'])
    .select(['may_be_embedded', 'title_in_previews'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

export async function countView(db: Database, linkId: string, day: string): Promise<void> {
  await db
    .updateTable('share_link')
    .set({ views: sql`views + 1`, last_viewed_on: day })
    .where('link_id', '=', linkId)
    .execute();
}

const holds = (accountId: string) => sql<boolean>`account_ids @> array[${accountId}]::text[]`;

/** Removes an account from every link, and any stored data that includes it. */
export async function deleteAccountFromLinks(transaction: Transaction, accountId: string): Promise<void> {
  await transaction
    .updateTable('share_link')
    .set({
      account_ids: sql<string[]>`array_remove(account_ids, ${accountId}::text)`,
      frozen_content: sql<string>`null`,
    })
    .where(holds(accountId))
    .execute();
}

/** Deletes the data that a user's links have stored. */
export async function deleteFrozenContent(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('share_link')
    .set({ account_ids: sql<string[]>`'{}'`, frozen_content: sql<string>`null` })
    .where('user_id', '=', userId)
    .execute();
}

export function deleteEndedLinks(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - endedShareDays * dayMillis);
  return deleteBatch(db, 'share_link', sql`least(expires_at, revoked_at) < ${before}`);
}
