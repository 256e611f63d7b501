import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection } from './announce-connection.ts';
import { deleteConnection, findConnection, openToken } from './queries.ts';

export interface DisconnectNeeds {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/** Forgets a user's business login and gives its token back to Meta. Twice changes nothing. */
export async function disconnect(needs: DisconnectNeeds, userId: string): Promise<void> {
  const { db, vault, businessLogin } = needs;
  const connection = await findConnection(db, userId);
  if (!connection) return;
  await forgetConnection(needs, userId);
  // Ours is gone whatever Meta answers, and when its key is lost; a token that Meta does not take back runs out by itself.
  await giveBack(businessLogin, () => openToken(vault, connection)).catch(() => undefined);
}

/** Forgets a user's business login, and what it lists, without a word to Meta. */
export async function forgetConnection(
  needs: Pick<DisconnectNeeds, 'db' | 'clock' | 'events'>,
  userId: string,
): Promise<void> {
  await deleteConnection(needs.db, userId);
  await announceConnection(needs, userId);
}

async function giveBack(businessLogin: BusinessLogin, open: () => string): Promise<void> {
  await businessLogin.revoke(open());
}
