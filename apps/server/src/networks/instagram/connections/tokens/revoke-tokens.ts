import { GraphError } from '../../client/graph-error.ts';
import type { BusinessLogin } from '../../client/business-login.ts';
import type { Database } from '../../../../database/database.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { decryptToken } from '../queries.ts';
import { countPendingRevocations, emptyToken, listPendingRevocations, type TokenRow } from './queries.ts';

interface Deps {
  db: Database;
  vault: Vault;
  businessLogin: Pick<BusinessLogin, 'revoke'>;
}

const callsAtOnce = 16;
const tokensAtOnce = 500;

/**
 * Revokes tokens from logins ended here, in batches. Tokens that Meta revoked or reports as invalid are deleted; the
 * next run retries the rest.
 */
export async function revokePendingTokens({
  db,
  vault,
  businessLogin,
}: Deps): Promise<{ revoked: number; pending: number }> {
  let [revoked, after, mayGoOn] = [0, '00000000-0000-0000-0000-000000000000', true];
  while (mayGoOn) {
    const waiting = await listPendingRevocations(db, after, tokensAtOnce);
    const last = waiting.at(-1);
    if (!last) break;
    after = last.user_id;
    await Promise.all(
      Array.from({ length: callsAtOnce }, async () => {
        for (let row = waiting.shift(); row && mayGoOn; row = waiting.shift()) {
          const outcome = await revokeToken({ vault, businessLogin }, row);
          if (outcome === 'pause') mayGoOn = false;
          if (outcome !== 'gone') continue;
          await emptyToken(db, vault, row);
          revoked += 1;
        }
      }),
    );
  }
  return { revoked, pending: await countPendingRevocations(db) };
}

/** Revokes a token; returns `pause` if Meta demands a wait. */
async function revokeToken(
  { vault, businessLogin }: Omit<Deps, 'db'>,
  row: TokenRow,
): Promise<'gone' | 'pending' | 'pause'> {
  let token: string;
  try {
    token = decryptToken(vault, row);
  } catch {
    return 'pending';
  }
  try {
    await businessLogin.revoke(token);
    return 'gone';
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.kind === 'auth') return 'gone';
    return error.kind.startsWith('throttle') ? 'pause' : 'pending';
  }
}
