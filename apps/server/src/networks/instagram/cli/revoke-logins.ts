import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../database/database.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { toGraphOptions } from '../client/graph-options.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { endAllInstagramLogins, endAllLogins } from '../connections/tokens/queries.ts';
import { revokePendingTokens } from '../connections/tokens/revoke-tokens.ts';

export { countConnections, countPendingRevocations } from '../connections/tokens/queries.ts';

interface Session {
  db: Database;
  vault: Vault;
}

/** Ends every login here, and prints how many. */
export async function endLogins({ db, vault }: Session): Promise<{ logins: number; atInstagram: number }> {
  const logins = await endAllLogins(db, new Date());
  const atInstagram = await endAllInstagramLogins(db, vault, new Date());
  console.log(`Meta logins revoked locally: ${logins}.`);
  if (atInstagram > 0)
    console.log(
      `Logins at Instagram ended, tokens deleted: ${atInstagram}. Reset the Instagram app secret as well, because Instagram revokes no single token.`,
    );
  return { logins, atInstagram };
}

/** Revokes the ended logins' tokens at Meta. */
export function revokePending({ meta }: Config, { db, vault }: Session) {
  const { businessLogin } = createInstagramGraph(toGraphOptions(meta));
  return revokePendingTokens({ db, vault, businessLogin });
}
