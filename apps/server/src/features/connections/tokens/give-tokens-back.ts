import { GraphFailure } from '../../../clients/instagram-graph/graph-failure.ts';
import type { BusinessLogin } from '../../../clients/instagram-graph/business-login.ts';
import type { Database } from '../../../database/database.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { openToken } from '../queries.ts';
import { countTokensToGiveBack, emptyToken, listTokensToGiveBack, type TokenRow } from './queries.ts';
import { isDeadToken } from '../rules.ts';

interface Needs {
  db: Database;
  vault: Vault;
  businessLogin: Pick<BusinessLogin, 'revoke'>;
}

const callsAtOnce = 16;
const tokensAtOnce = 500;

/**
 * Gives the tokens of logins that were ended here back to Meta, some at a time. One that Meta has taken, or calls dead, is
 * forgotten; another try goes on with those that are left.
 */
export async function giveTokensBack({
  db,
  vault,
  businessLogin,
}: Needs): Promise<{ givenBack: number; left: number }> {
  let [givenBack, after, mayGoOn] = [0, '00000000-0000-0000-0000-000000000000', true];
  while (mayGoOn) {
    const waiting = await listTokensToGiveBack(db, after, tokensAtOnce);
    const last = waiting.at(-1);
    if (!last) break;
    after = last.user_id;
    await Promise.all(
      Array.from({ length: callsAtOnce }, async () => {
        for (let row = waiting.shift(); row && mayGoOn; row = waiting.shift()) {
          const outcome = await giveBack({ vault, businessLogin }, row);
          if (outcome === 'pause') mayGoOn = false;
          if (outcome !== 'gone') continue;
          await emptyToken(db, vault, row);
          givenBack += 1;
        }
      }),
    );
  }
  return { givenBack, left: await countTokensToGiveBack(db) };
}

/** `pause` when Meta wants no further call for a while. */
async function giveBack(
  { vault, businessLogin }: Omit<Needs, 'db'>,
  row: TokenRow,
): Promise<'gone' | 'kept' | 'pause'> {
  let token: string;
  try {
    token = openToken(vault, row);
  } catch {
    return 'kept';
  }
  try {
    await businessLogin.revoke(token);
    return 'gone';
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    if (isDeadToken(error)) return 'gone';
    return error.kind.startsWith('throttle') ? 'pause' : 'kept';
  }
}
