import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { Failure } from '../../platform/failure.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection } from './announce-connection.ts';
import { listExpectedAccounts, saveConnection, saveListedAccounts } from './queries.ts';
import { missingOf } from './rules.ts';

interface Needs {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
}

/** Exchanges the popup's code, checks what was granted, and keeps the connection for this user alone. */
export async function authorizeMeta(needs: Needs, userId: string, code: string): Promise<void> {
  const { db, vault, clock, businessLogin } = needs;
  const granted = await businessLogin.exchangeCode(code).catch((cause: unknown) => {
    throw toFailure(cause);
  });
  const missing = missingOf(granted.scopes);
  if (missing.length > 0) {
    await businessLogin.revoke(granted.token).catch(() => undefined);
    throw new Failure(
      'meta_permissions_missing',
      { missing },
      { message: `Not all permissions were granted: ${missing.join(', ')} missing.` },
    );
  }
  const expected = await listExpectedAccounts(db, userId);
  const accounts = await businessLogin.listAccounts(granted.token, expected).catch((cause: unknown) => {
    throw toFailure(cause);
  });
  await saveConnection(db, vault, userId, granted, clock());
  await saveListedAccounts(db, userId, accounts);
  await announceConnection(needs, userId);
}

/** A refusal of the code is the user's to see; anything else is Meta's trouble. */
function toFailure(cause: unknown): unknown {
  if (!(cause instanceof GraphFailure)) return cause;
  return cause.kind === 'transient' || cause.kind.startsWith('throttle')
    ? new Failure('meta_unavailable', undefined, { cause })
    : new Failure('meta_code_refused', undefined, { cause });
}
