import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../client/business-login.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { publishConnection } from './publish-connection.ts';
import { deleteConnection, findConnection, decryptToken } from './queries.ts';
import { revokeIfUnused } from './revoke-token.ts';

export interface DisconnectDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/** Deletes a user's login and revokes its token, unless another user is connected as the same person. */
export async function disconnect(deps: DisconnectDeps, userId: string): Promise<void> {
  const { db, vault } = deps;
  const connection = await findConnection(db, userId);
  if (!connection) return;
  await removeConnection(deps, userId);
  await revokeIfUnused(deps, {
    metaUserId: connection.meta_user_id,
    openToken: () => decryptToken(vault, connection),
  });
}

/** Deletes a user's login and its account list without calling Meta. */
export async function removeConnection(
  deps: Pick<DisconnectDeps, 'db' | 'clock' | 'events'>,
  userId: string,
): Promise<void> {
  await deleteConnection(deps.db, userId);
  await publishConnection(deps, userId);
}
