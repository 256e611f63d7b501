import { toSearchText, type LabelRule, type PostLabel } from '@tidemark/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import type { AnalyticsTables } from '../../../database/tables/analytics.ts';
import type { AccountScope } from '../../accounts/index.ts';

export type LabelRow = Selectable<AnalyticsTables['label']>;

export interface PostOfAccount {
  accountId: string;
  mediaId: string;
}

/** Lists a user's labels by name. */
export function listLabelRows(db: Database, userId: string): Promise<LabelRow[]> {
  return db
    .selectFrom('label')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .orderBy('label_id')
    .execute();
}

export function findLabel(db: Database, userId: string, labelId: string): Promise<LabelRow | undefined> {
  return db
    .selectFrom('label')
    .selectAll()
    .where('user_id', '=', userId)
    .where('label_id', '=', labelId)
    .executeTakeFirst();
}

interface NewLabel extends Pick<PostLabel, 'name' | 'color' | 'rule'> {
  test: Pick<LabelRow, 'test_metric' | 'test_account_ids'> | null;
}

/** Stores a label, unless the user has too many or already has one with this name. */
export async function insertLabel(
  db: Database,
  userId: string,
  { name, color, rule, test }: NewLabel,
  { now, max }: { now: Date; max: number },
): Promise<LabelRow | 'too_many' | 'taken'> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const { count } = await transaction
      .selectFrom('label')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= max) return 'too_many';
    const row = await transaction
      .insertInto('label')
      .values({
        user_id: userId,
        name,
        color,
        rule: rule ? JSON.stringify(rule) : undefined,
        ...test,
        test_started_at: test && now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    return row ?? 'taken';
  });
}

/** Changes a label, unless another label has this name. */
export async function changeLabel(
  db: Database,
  { user_id: userId, label_id: labelId }: LabelRow,
  change: { name?: string | undefined; color?: PostLabel['color'] | undefined; rule?: LabelRule | undefined },
): Promise<LabelRow | 'taken' | 'deleted'> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId);
    const { name, color, rule } = change;
    if (name !== undefined) {
      const other = await transaction
        .selectFrom('label')
        .select('label_id')
        .where('user_id', '=', userId)
        .where('label_id', '!=', labelId)
        .where(sql`lower(name)`, '=', sql`lower(${name})`)
        .executeTakeFirst();
      if (other) return 'taken';
    }
    const row = await transaction
      .updateTable('label')
      .set({ name, color, rule: rule && JSON.stringify(rule) })
      .where('label_id', '=', labelId)
      .returningAll()
      .executeTakeFirst();
    return row ?? 'deleted';
  });
}

/** Deletes a label; returns whether there was one. */
export async function removeLabel(db: Database, userId: string, labelId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('label')
    .where('user_id', '=', userId)
    .where('label_id', '=', labelId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const pairs = (posts: readonly PostOfAccount[]) =>
  sql.join(posts.map(({ accountId, mediaId }) => sql`(${accountId}, ${mediaId})`));

/** Adds posts to a label; returns false if it would have too many. */
export async function addPosts(
  db: Database,
  labelId: string,
  posts: readonly PostOfAccount[],
  { now, max }: { now: Date; max: number },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('label').select('label_id').where('label_id', '=', labelId).forUpdate().execute();
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from post_label
      where label_id = ${labelId} and (account_id, media_id) not in (${pairs(posts)})`.execute(transaction);
    if ((rows[0]?.count ?? 0) + posts.length > max) return false;
    await transaction
      .insertInto('post_label')
      .values(
        posts.map(({ accountId, mediaId }) => ({
          label_id: labelId,
          account_id: accountId,
          media_id: mediaId,
          labelled_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}

export async function removePosts(db: Database, labelId: string, posts: readonly PostOfAccount[]): Promise<void> {
  await sql`delete from post_label where label_id = ${labelId} and (account_id, media_id) in (${pairs(posts)})`.execute(
    db,
  );
}

/** Counts how many posts given are stored. */
export async function countStored(
  db: Database,
  { accountIds }: AccountScope,
  posts: readonly PostOfAccount[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from media
    where account_id = any(${sql.val(accountIds)}::text[]) and (account_id, media_id) in (${pairs(posts)})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Posts labelled by hand. */
export function listByHand(db: Database, { accountIds }: AccountScope, labelIds: readonly string[]) {
  if (labelIds.length === 0 || accountIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('post_label')
    .select(['label_id', 'account_id', 'media_id'])
    .where('label_id', 'in', labelIds)
    .where('account_id', 'in', accountIds)
    .execute();
}

const formats = {
  reel: sql`(media.media_type <> 'CAROUSEL_ALBUM' and media.product_type = 'REELS')`,
  carousel: sql`media.media_type = 'CAROUSEL_ALBUM'`,
  static: sql`(media.media_type <> 'CAROUSEL_ALBUM' and media.product_type <> 'REELS')`,
};

/** Returns the condition that a row in `media` meets a rule. Weekdays follow the zone. */
export function meetsRule(rule: LabelRule, zone: string): RawBuilder<boolean> {
  const conditions = [
    sql`media.product_type <> 'STORY'`,
    ...(rule.formats
      ? [
          sql`(${sql.join(
            rule.formats.map((format) => formats[format]),
            sql` or `,
          )})`,
        ]
      : []),
    ...(rule.weekdays ? [publishedOn(rule.weekdays, zone)] : []),
    ...(rule.hashtag === undefined ? [] : [hasHashtag(rule.hashtag)]),
    ...(rule.caption === undefined ? [] : [sql`strpos(media.search_text, ${toSearchText(rule.caption)}) > 0`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the condition that a row in `media` was published on one of these weekdays; 0 is Sunday. */
export function publishedOn(weekdays: readonly number[], zone: string): RawBuilder<boolean> {
  return sql<boolean>`extract(dow from media.published_at at time zone ${zone})::int = any(${sql.val(weekdays)}::int[])`;
}

/** Returns the condition that a row in `media` has a hashtag, given without #. */
export function hasHashtag(hashtag: string): RawBuilder<boolean> {
  return sql<boolean>`lower(${`#${hashtag.normalize('NFC')}`}) = any(lower(media.hashtags::text)::text[])`;
}

/** Returns the condition that a row in `media` is among these posts. */
export function isAmong(posts: readonly { account_id: string; media_id: string }[]): RawBuilder<boolean> {
  const keys = posts.map(({ account_id, media_id }) => `${account_id} ${media_id}`);
  return sql<boolean>`media.account_id || ' ' || media.media_id = any(${sql.val(keys)}::text[])`;
}

interface RuledLabel {
  id: string;
  rule: LabelRule;
}

/** Returns the IDs of labels whose rule a row in `media` meets. */
export function toRuleIds(labels: readonly RuledLabel[], zone: string): RawBuilder<string[]> {
  if (labels.length === 0) return sql<string[]>`'{}'::text[]`;
  const ids = labels.map(({ id, rule }) => sql`case when ${meetsRule(rule, zone)} then ${id}::text end`);
  return sql<string[]>`array_remove(array[${sql.join(ids)}], null)`;
}

/** Deletes an account's manual labels once no user has linked it. */
export async function deletePostLabels(transaction: Transaction, accountId: string): Promise<void> {
  await transaction.deleteFrom('post_label').where('account_id', '=', accountId).execute();
}

export function publishedBetween(from: Date, until: Date): RawBuilder<boolean> {
  return sql<boolean>`(published_at >= ${from} and published_at < ${until})`;
}

/** Lists these posts' labels by their rules. */
export async function listByRule(
  db: Database,
  { accountIds }: AccountScope,
  posts: readonly PostOfAccount[],
  ruleIds: RawBuilder<string[]>,
): Promise<{ account_id: string; media_id: string; ruleIds: string[] }[]> {
  const { rows } = await sql<{ account_id: string; media_id: string; ruleIds: string[] }>`
    select account_id, media_id, ${ruleIds} as "ruleIds" from media
    where account_id = any(${sql.val(accountIds)}::text[]) and (account_id, media_id) in (${pairs(posts)})`.execute(db);
  return rows;
}
