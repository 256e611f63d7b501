import { createHash } from 'node:crypto';
import { keyPrefix } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { findKey, recordKeyUse } from './queries.ts';

const useMillis = 60_000;

export const isApiKey = (token: string) => token.startsWith(keyPrefix);

/** Only hashes are compared, so that timing reveals nothing about a key. */
export const toKeyHash = (key: string) => createHash('sha256').update(key).digest();

/** Resolves an API key to its user. A key never acts as an operator, whatever its user's role. */
export function createKeyAuthentication({ db, clock }: { db: Database; clock: Clock }) {
  return async function authenticateKey(key: string): Promise<Viewer> {
    const found = await findKey(db, toKeyHash(key));
    const now = clock();
    if (!found || (found.expires_at && found.expires_at <= now)) throw new ApiError('key_rejected');
    if (found.disabled_at) throw new ApiError('user_disabled');
    if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() >= useMillis)
      await recordKeyUse(db, found.key_id, now);
    return { userId: found.user_id, role: 'user', program: { kind: 'key', id: found.key_id, scopes: found.scopes } };
  };
}
