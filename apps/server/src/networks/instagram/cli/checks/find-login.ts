import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../../../database/database.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { createLocalEventBus } from '../../../../platform/events/event-bus.ts';
import { createVault, DecryptionError } from '../../../../platform/secrets.ts';
import type { GraphHost } from '../../client/graph-http.ts';
import type { InstagramGraph } from '../../client/instagram-graph.ts';
import { createConnectionAccess, type AccountToken } from '../../connections/connection-access.ts';
import { findAccountToCheck } from '../../doctor/find-account.ts';

export interface StoredLogins {
  db: Database;
  encryptionKeys: string;
}

/** Finds the token of a working login at this host; returns `damaged` if it cannot be decrypted. */
export async function findLogin(
  { businessLogin, instagramLogin }: Pick<InstagramGraph, 'businessLogin' | 'instagramLogin'>,
  { db, encryptionKeys }: StoredLogins,
  host: GraphHost,
): Promise<AccountToken | 'damaged' | null> {
  const connections = createConnectionAccess({
    db,
    vault: createVault(encryptionKeys),
    clock: systemClock,
    businessLogin,
    instagramLogin,
    events: createLocalEventBus<LiveMessage>(),
  });
  try {
    return await findAccountToCheck(db, connections, { host });
  } catch (cause) {
    if (cause instanceof DecryptionError) return 'damaged';
    throw cause;
  }
}
