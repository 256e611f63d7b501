import { createHash, randomBytes } from 'node:crypto';
import { liveTiming } from '@tidemark/contract';
import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { deleteBatch } from '../../database/delete-batch.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import type { Recipient } from './streams.ts';

const maxPerMinute = 60;

const toHash = (token: string) => createHash('sha256').update(token).digest();

/** Creates live tokens: random, stored as hashes and valid for 12 hours. */
export function createLiveTokens({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Throws `too_many_requests` after `max` tokens for the same person within a minute. */
    async issue({ userId, member }: Pick<Viewer, 'userId' | 'member'>, max = maxPerMinute): Promise<string> {
      const memberId = member?.userId ?? null;
      const token = randomBytes(32).toString('base64url');
      const expiresAt = clock().getTime() + liveTiming.tokenSeconds * 1000;
      // All tokens have the same lifetime, so that the expiry determines when a token was issued.
      const { numAffectedRows } = await sql`
        insert into live_token (token_hash, user_id, member_id, expires_at)
        select ${toHash(token)}, ${userId}, ${memberId}, ${new Date(expiresAt)}
        where (
          select count(*) from live_token
          where user_id = ${userId} and member_id is not distinct from ${memberId}
            and expires_at > ${new Date(expiresAt - 60_000)}
        ) < ${max}`.execute(db);
      if (numAffectedRows === 0n) throw new ApiError('too_many_requests');
      return token;
    },
    /** Finds whose stream a token opens; null if it has expired, or its person is no longer a member. */
    async findRecipient(token: string): Promise<Recipient | null> {
      const row = await db
        .selectFrom('live_token')
        .innerJoin('app_user', (join) =>
          join.on('app_user.user_id', '=', sql`coalesce(live_token.member_id, live_token.user_id)`),
        )
        .leftJoin('workspace_member', (join) =>
          join
            .onRef('workspace_member.workspace_id', '=', 'live_token.user_id')
            .onRef('workspace_member.user_id', '=', 'live_token.member_id'),
        )
        .select(['live_token.user_id', 'member_id', 'workspace_member.role', 'account_ids'])
        .where('token_hash', '=', toHash(token))
        .where('expires_at', '>', clock())
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (!row || (row.member_id !== null && row.role === null)) return null;
      return { userId: row.user_id, personId: row.member_id ?? row.user_id, accountIds: row.account_ids };
    },
  };
}

export async function countLiveTokens(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('live_token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes expired tokens, in batches. */
export function deleteExpiredTokens(db: Database, now: Date): Promise<number> {
  return deleteBatch(db, 'live_token', sql`expires_at < ${now}`);
}

/** Revokes all tokens; returns how many. */
export async function revokeLiveTokens(db: Database): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('live_token').executeTakeFirst();
  return Number(numDeletedRows);
}

export type LiveTokens = ReturnType<typeof createLiveTokens>;
