import { randomBytes, randomUUID } from 'node:crypto';
import {
  createApiKey,
  dayMillis,
  keyPrefix,
  listApiKeys,
  maxKeysPerUser,
  revokeApiKey,
  type ApiKey,
} from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { toAccessToken } from '../../platform/http/access-token.ts';
import { route } from '../../platform/http/route.ts';
import { auditUser, type AuditLog } from '../audit/index.ts';
import type { AnnounceAccess } from '../auth/index.ts';
import { toKeyHash } from './authenticate-key.ts';
import { countKeysOfUser, deleteKey, insertKey, listKeys } from './queries.ts';

export interface ApiKeyDeps {
  db: Database;
  clock: Clock;
  audit: AuditLog;
  announceAccess: AnnounceAccess;
}

interface Change {
  userId: string;
  action: 'key.created' | 'key.revoked';
  keyId: string;
  requestId: string;
  accessToken: string;
}

const hintLength = keyPrefix.length + 4;

/** Serves a user's own keys. The contract gives these calls no scope: a key can neither create nor revoke a key. */
export function apiKeyRoutes({ db, clock, audit, announceAccess }: ApiKeyDeps) {
  async function onChanged({ userId, action, keyId, accessToken, requestId }: Change): Promise<void> {
    await auditUser(audit, { userId, action, change: { keyId }, requestId });
    await announceAccess({ userId, action, accessToken });
  }

  return [
    route(listApiKeys, async ({ viewer: { userId } }) => {
      const now = clock();
      return { keys: (await listKeys(db, userId)).map((row) => toApiKey(row, now)) };
    }),

    route(createApiKey, async ({ viewer: { userId }, body: { name, scopes, expiresInDays }, requestId, reply }) => {
      const now = clock();
      const key = keyPrefix + randomBytes(32).toString('base64url');
      const row = await db.transaction().execute(async (transaction) => {
        if ((await countKeysOfUser(transaction, userId)) >= maxKeysPerUser) throw new ApiError('key_limit_reached');
        return insertKey(transaction, {
          key_id: randomUUID(),
          user_id: userId,
          key_hash: toKeyHash(key),
          name,
          hint: key.slice(0, hintLength),
          scopes,
          created_at: now,
          expires_at: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * dayMillis),
        });
      });
      await onChanged({
        userId,
        action: 'key.created',
        keyId: row.key_id,
        accessToken: toAccessToken(reply),
        requestId,
      });
      return { key, apiKey: toApiKey(row, now) };
    }),

    route(revokeApiKey, async ({ viewer: { userId }, params: { id }, requestId, reply }) => {
      if (!(await deleteKey(db, { userId, keyId: id }))) throw new ApiError('not_found');
      await onChanged({ userId, action: 'key.revoked', keyId: id, accessToken: toAccessToken(reply), requestId });
      return { success: true as const };
    }),
  ];
}

function toApiKey(row: Awaited<ReturnType<typeof listKeys>>[number], now: Date): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    isExpired: row.expires_at !== null && row.expires_at <= now,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
