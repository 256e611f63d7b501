import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { dayMillis } from '@tidemark/contract';
import { sql, type Selectable } from 'kysely';
import type { Database, Transaction } from '../../../database/database.ts';
import { deleteBatch } from '../../../database/delete-batch.ts';
import type { CredentialTables, SignInLinkKind } from '../../../database/tables/credentials.ts';

const hour = 3_600_000;
const lifeMillis: Record<SignInLinkKind, number> = {
  setup: dayMillis,
  invitation: 7 * dayMillis,
  reset: 2 * hour,
  email: dayMillis,
};
/** Time for which operators still see an expired invitation. */
const retentionMillis = 30 * dayMillis;

export interface SignInLink<Kind extends SignInLinkKind = SignInLinkKind> {
  linkId: string;
  kind: Kind;
  email: string | null;
  name: string | null;
  isOperator: boolean;
  /** Identity whose password or address it sets. */
  subject: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface CreatedLink {
  link: string;
  expiresAt: Date;
}

const toHash = (token: string) => createHash('sha256').update(token).digest();
const pages: Record<SignInLinkKind, string> = {
  setup: 'join#',
  invitation: 'join#',
  reset: 'reset-password#',
  // For signed-in users only, who may have to sign in first, which would lose anything behind a `#`.
  email: 'profile?tab=sign-in&confirm=',
};

/**
 * Creates a link that works once. If it works without a sign-in, its secret is behind the `#`, which browsers send to
 * no server: neither logs nor proxies see it. A new link replaces the person's earlier link.
 */
export async function createLink(
  transaction: Transaction,
  { kind, appUrl, now, ...content }: Pick<SignInLink, 'kind'> & Partial<SignInLink> & { appUrl: string; now: Date },
): Promise<CreatedLink> {
  const { email = null, name = null, isOperator = false, subject = null } = content;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMillis[kind]);
  if (email !== null)
    await transaction
      .deleteFrom('sign_in_link')
      .where('kind', '=', kind)
      .where(({ eb }) =>
        subject === null ? eb(sql`lower(email)`, '=', email.toLowerCase()) : eb('subject', '=', subject),
      )
      .execute();
  await transaction
    .insertInto('sign_in_link')
    .values({
      link_id: randomUUID(),
      link_hash: toHash(token),
      kind,
      email,
      name,
      is_operator: isOperator,
      subject,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { link: `${appUrl}/${pages[kind]}${token}`, expiresAt };
}

interface KnownKinds<Kind> {
  kinds: readonly Kind[];
  now: Date;
}

export async function findLink<Kind extends SignInLinkKind>(
  db: Database,
  token: string,
  { kinds, now }: KnownKinds<Kind>,
): Promise<SignInLink<Kind> | null> {
  const row = await db
    .selectFrom('sign_in_link')
    .selectAll()
    .where('link_hash', '=', toHash(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? toLink(row, kinds) : null;
}

/** Deletes the link, so that it can't be used again; null if it already was. */
export async function takeLink<Kind extends SignInLinkKind>(
  transaction: Transaction,
  token: string,
  { kinds, now }: KnownKinds<Kind>,
): Promise<SignInLink<Kind> | null> {
  const row = await transaction
    .deleteFrom('sign_in_link')
    .where('link_hash', '=', toHash(token))
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ? toLink(row, kinds) : null;
}

/** Deletes setup links once the first operator exists: no one else may become it. */
export async function deleteSetupLinks(transaction: Transaction): Promise<void> {
  await transaction.deleteFrom('sign_in_link').where('kind', '=', 'setup').execute();
}

export async function listInvitationLinks(db: Database): Promise<SignInLink[]> {
  const rows = await db
    .selectFrom('sign_in_link')
    .selectAll()
    .where('kind', '=', 'invitation')
    .orderBy('created_at', 'desc')
    .orderBy('link_id')
    .execute();
  return rows.flatMap((row) => toLink(row, ['invitation']) ?? []);
}

/** Deletes an invitation; returns it, or null if there was none. */
export async function deleteInvitation(transaction: Transaction, linkId: string): Promise<SignInLink | null> {
  const row = await transaction
    .deleteFrom('sign_in_link')
    .where('link_id', '=', linkId)
    .where('kind', '=', 'invitation')
    .returningAll()
    .executeTakeFirst();
  return row ? toLink(row, ['invitation']) : null;
}

/** Derives a link's subject: known before the identity exists, because a passkey stores it. */
export function toSubject(token: string): string {
  const hex = createHash('sha256').update(`subject|${token}`).digest('hex');
  // Sets the version and variant bits of a random UUID.
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

function toLink<Kind extends SignInLinkKind>(
  row: Selectable<CredentialTables['sign_in_link']>,
  kinds: readonly Kind[],
): SignInLink<Kind> | null {
  const kind = kinds.find((one) => one === row.kind);
  if (kind === undefined) return null;
  return {
    linkId: row.link_id,
    kind,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator,
    subject: row.subject,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function deleteOldLinks(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'sign_in_link', sql`expires_at < ${new Date(now.getTime() - retentionMillis)}`);
}
