import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../client/business-login.ts';
import { GraphError } from '../client/graph-error.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { publishConnection } from './publish-connection.ts';
import { findConnection, decryptToken, saveMissingScopes } from './queries.ts';
import { listMissing } from './rules.ts';

/** Fetches the granted permissions and stores the missing ones, because Meta's error does not always name them. */
export async function recordMissingPermissions(
  deps: { db: Database; vault: Vault; clock: Clock; businessLogin: BusinessLogin; events: EventBus<LiveMessage> },
  userId: string,
): Promise<string[]> {
  const { db, vault, businessLogin } = deps;
  const connection = await findConnection(db, userId);
  if (!connection) return [];
  try {
    const facts = await businessLogin.inspect(decryptToken(vault, connection));
    if (!facts.isValid) return connection.missing_scopes;
    const missing = listMissing(facts.scopes);
    if (await saveMissingScopes(db, userId, missing)) await publishConnection(deps, userId);
    return missing;
  } catch (error) {
    // The login's next check retries.
    if (error instanceof GraphError) return connection.missing_scopes;
    throw error;
  }
}
