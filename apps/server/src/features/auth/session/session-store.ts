import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@tidemark/contract';
import type { TokenSet } from '../../../clients/identity-provider/relying-party.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DecryptionError, type Vault } from '../../../platform/secrets.ts';
import { createSessionTokens, type DecryptedTokens, readSubject, toHash } from './session-tokens.ts';

const hour = 3_600_000;
/** Other tabs' concurrent requests may still carry the cookie before a rotation. */
const graceMillis = 60_000;
const touchMillis = 60_000;
/** Longer than any call to the provider takes. */
const claimMillis = 15_000;
const maxUserAgent = 300;

export interface Session extends DecryptedTokens {
  sessionId: string;
  userId: string;
  /** Its ID token's subject, else its user's: renewed ID tokens must have the same subject. */
  subject: string;
  /** Subject in its user's access tokens. */
  accessSubject: string;
  /** True while its user is known only by the access tokens' subject. */
  isUnbound: boolean;
  issuedAt: Date;
  expiresAt: Date;
  renewalUntil: Date | null;
  /** Time when it ends in any case. */
  endsAt: Date;
}

export interface SessionUser {
  userId: string;
  role: Role;
  subject: string;
  /** End of the time for which the provider has last confirmed the sign-in. */
  tokenExpiresAt: Date;
}

export interface SessionStoreDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  idleHours: number;
  maxHours: number;
}

/** Stores sessions in the database: cookies as hashes, tokens encrypted. */
export function createSessionStore({ db, vault, clock, idleHours, maxHours }: SessionStoreDeps) {
  const { toTokenColumns, decryptTokens } = createSessionTokens(vault);

  /** Selects sessions that are still valid, with their user's subject. */
  function selectOpen(now: Date) {
    return db
      .selectFrom('session')
      .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
      .selectAll('session')
      .select(['app_user.subject', 'app_user.access_subject'])
      .where('ended_at', 'is', null)
      .where('last_used_at', '>', new Date(now.getTime() - idleHours * hour))
      .where('session.created_at', '>', new Date(now.getTime() - maxHours * hour));
  }

  function selectByCookie(idHash: Buffer, now: Date) {
    return selectOpen(now).where(({ or, and, eb }) =>
      or([
        eb('id_hash', '=', idHash),
        and([
          eb('previous_id_hash', '=', idHash),
          or([eb('previous_until', 'is', null), eb('previous_until', '>', now)]),
        ]),
      ]),
    );
  }

  type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectOpen>['executeTakeFirst']>>>;

  function toSession(row: Row): Session {
    const tokens = decryptTokens(row);
    return {
      sessionId: row.session_id,
      userId: row.user_id,
      subject: readSubject(tokens.idToken) ?? row.subject,
      accessSubject: row.access_subject ?? row.subject,
      isUnbound: row.access_subject === null,
      ...tokens,
      issuedAt: row.access_issued_at,
      expiresAt: row.access_expires_at,
      renewalUntil: row.renewal_until,
      endsAt: new Date(row.created_at.getTime() + maxHours * hour),
    };
  }

  /** Returns null for a session whose tokens need a removed key: it has ended. */
  async function toSessionIfReadable(row: Row | undefined): Promise<Session | null> {
    if (!row) return null;
    try {
      return toSession(row);
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      await end(row.session_id);
      return null;
    }
  }

  async function touch(row: Row, idHash: Buffer, now: Date): Promise<void> {
    const startsGrace = row.previous_id_hash && !row.previous_until && row.id_hash.equals(idHash);
    if (!startsGrace && now.getTime() - row.last_used_at.getTime() < touchMillis) return;
    await db
      .updateTable('session')
      .set({ last_used_at: now, ...(startsGrace && { previous_until: new Date(now.getTime() + graceMillis) }) })
      .where('session_id', '=', row.session_id)
      .where('id_hash', '=', row.id_hash)
      .execute();
  }

  const ended = (now: Date) => ({
    ended_at: now,
    access_token_encrypted: '',
    refresh_token_encrypted: null,
    id_token_encrypted: null,
  });

  async function end(sessionId: string): Promise<void> {
    await db.updateTable('session').set(ended(clock())).where('session_id', '=', sessionId).execute();
  }

  return {
    /** Creates a session and returns its cookie's value. */
    async open(
      userId: string,
      tokens: TokenSet,
      userAgent: string | null = null,
    ): Promise<{ cookie: string; endsAt: Date }> {
      const [sessionId, cookie, now] = [randomUUID(), createCookie(), clock()];
      await db
        .insertInto('session')
        .values({
          session_id: sessionId,
          user_id: userId,
          id_hash: toHash(cookie),
          ...toTokenColumns(sessionId, tokens, now),
          created_at: now,
          signed_in_at: tokens.signedInAt && tokens.signedInAt < now ? tokens.signedInAt : now,
          last_used_at: now,
          user_agent: userAgent?.slice(0, maxUserAgent) ?? null,
        })
        .execute();
      return { cookie, endsAt: new Date(now.getTime() + maxHours * hour) };
    },

    /** Finds a cookie's open session, which counts as used. */
    async find(cookie: string): Promise<Session | null> {
      const [now, idHash] = [clock(), toHash(cookie)];
      const row = await selectByCookie(idHash, now).executeTakeFirst();
      if (row) await touch(row, idHash, now);
      return toSessionIfReadable(row);
    },

    /** Returns the user of the cookie's session, or null if they are disabled. Does not touch the session. */
    async findUser(cookie: string): Promise<SessionUser | null> {
      const row = await selectByCookie(toHash(cookie), clock())
        .select('app_user.role')
        .where('app_user.disabled_at', 'is', null)
        .executeTakeFirst();
      if (!row) return null;
      return { userId: row.user_id, role: row.role, subject: row.subject, tokenExpiresAt: row.access_expires_at };
    },

    /** Returns true if this cookie's session was ended on purpose, from another device or by an operator. */
    async wasEnded(cookie: string): Promise<boolean> {
      const row = await db
        .selectFrom('session')
        .select('session_id')
        .where('id_hash', '=', toHash(cookie))
        .where('ended_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    async reload(sessionId: string): Promise<Session | null> {
      return toSessionIfReadable(await selectOpen(clock()).where('session_id', '=', sessionId).executeTakeFirst());
    },

    /** Claims these tokens' renewal; false if another request has. */
    async claimRenewal({ sessionId, accessToken }: Session): Promise<boolean> {
      const now = clock();
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ renewal_until: new Date(now.getTime() + claimMillis) })
        .where('session_id', '=', sessionId)
        .where('access_token_hash', '=', toHash(accessToken))
        .where('ended_at', 'is', null)
        .where(({ or, eb }) => or([eb('renewal_until', 'is', null), eb('renewal_until', '<=', now)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async releaseRenewal({ sessionId }: Session): Promise<void> {
      await db.updateTable('session').set({ renewal_until: null }).where('session_id', '=', sessionId).execute();
    },

    /** Stores renewed tokens under a new cookie; null if the session has changed or ended meanwhile. */
    async saveRenewed(session: Session, tokens: TokenSet, presented: string): Promise<string | null> {
      const [cookie, now] = [createCookie(), clock()];
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({
          ...toTokenColumns(session.sessionId, tokens, now),
          id_hash: toHash(cookie),
          previous_id_hash: toHash(presented),
          previous_until: null,
          renewal_until: null,
          last_used_at: now,
        })
        .where('session_id', '=', session.sessionId)
        .where('access_token_hash', '=', toHash(session.accessToken))
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n ? cookie : null;
    },

    end,

    /** Lists a user's open sessions, the most recently used first. */
    async list(userId: string, currentToken: string) {
      const current = toHash(currentToken);
      const rows = await selectOpen(clock())
        .where('session.user_id', '=', userId)
        .orderBy('last_used_at', 'desc')
        .orderBy('session_id')
        .execute();
      return rows.map((row) => ({
        id: row.session_id,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        isCurrent: row.access_token_hash.equals(current),
      }));
    },

    /** Lists the ID token subjects in a user's open sessions. */
    async listIdTokenSubjects(userId: string): Promise<string[]> {
      const rows = await selectOpen(clock()).where('session.user_id', '=', userId).execute();
      const sessions = await Promise.all(rows.map(toSessionIfReadable));
      return sessions.flatMap((session) => readSubject(session?.idToken ?? null) ?? []);
    },

    /** Ends this user's session; false if they have none with that ID. */
    async endOne(userId: string, sessionId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set(ended(clock()))
        .where('session_id', '=', sessionId)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Ends a user's sessions, except the one with that access token; returns their refresh tokens, to be revoked. */
    async endAll(userId: string, { exceptToken }: { exceptToken?: string } = {}): Promise<string[]> {
      const kept = toHash(exceptToken ?? '');
      const rows = await selectOpen(clock())
        .where('session.user_id', '=', userId)
        .where('access_token_hash', '<>', kept)
        .execute();
      const sessions = await Promise.all(rows.map(toSessionIfReadable));
      await db
        .updateTable('session')
        .set(ended(clock()))
        .where('user_id', '=', userId)
        .where('access_token_hash', '<>', kept)
        .where('ended_at', 'is', null)
        .execute();
      return sessions.flatMap((session) => session?.refreshToken ?? []);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;

const createCookie = () => randomBytes(32).toString('base64url');
