import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection } from './announce-connection.ts';
import { findConnection, openToken, saveMissingScopes } from './queries.ts';
import { missingOf } from './rules.ts';

/** Looks up what a login is granted and keeps what is missing: Meta's refusal does not always name it. */
export async function noteMissingPermissions(
  needs: { db: Database; vault: Vault; clock: Clock; businessLogin: BusinessLogin; events: EventBus<LiveMessage> },
  userId: string,
): Promise<string[]> {
  const { db, vault, businessLogin } = needs;
  const connection = await findConnection(db, userId);
  if (!connection) return [];
  try {
    const facts = await businessLogin.inspect(openToken(vault, connection));
    if (!facts.isValid) return connection.missing_scopes;
    const missing = missingOf(facts.scopes);
    if (await saveMissingScopes(db, userId, missing)) await announceConnection(needs, userId);
    return missing;
  } catch (error) {
    // The next check of the login tells, too.
    if (error instanceof GraphFailure) return connection.missing_scopes;
    throw error;
  }
}
