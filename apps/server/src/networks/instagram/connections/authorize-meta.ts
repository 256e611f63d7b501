import type { LiveMessage } from '@tidemark/contract';
import type { BusinessLogin, GrantedToken, ListedAccount } from '../client/business-login.ts';
import { GraphError } from '../client/graph-error.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { publishConnection } from './publish-connection.ts';
import { findConnection, saveConnection } from './queries.ts';
import { listExpectedAccounts, saveListedAccounts } from './listing/queries.ts';
import { revokeIfUnused } from './revoke-token.ts';
import { listMissing } from './rules.ts';
import { subscribePages } from './subscribe-pages.ts';

interface Deps {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
  /** True if Meta webhooks are configured. */
  receivesEvents: boolean;
}

/** Exchanges the popup's code, checks the granted permissions and stores the connection for this user. */
export async function authorizeMeta(deps: Deps, userId: string, code: string): Promise<void> {
  const { db, businessLogin } = deps;
  const granted = await businessLogin.exchangeCode(code).catch((cause: unknown) => {
    throw toFailure(cause);
  });
  const discard = () => revokeIfUnused(deps, { metaUserId: granted.metaUserId, openToken: () => granted.token });
  const missing = listMissing(granted.scopes);
  if (missing.length > 0) {
    await discard();
    throw new ApiError(
      'meta_permissions_missing',
      { missing },
      { message: `Some permissions were not granted: ${missing.join(', ')}.` },
    );
  }
  const expected = await listExpectedAccounts(db, userId);
  const accounts = await businessLogin
    .listAccounts(granted.token, { expected, inspected: granted.inspected })
    .catch((cause: unknown) => {
      throw toFailure(cause);
    });
  if (!(await save(deps, userId, { granted, accounts }))) {
    await discard();
    throw new ApiError('user_deleted');
  }
  await publishConnection(deps, userId);
  subscribePages(deps, granted, accounts);
}

/** Returns false if the user was deleted during the calls to Meta. */
async function save(
  { db, vault, clock }: Deps,
  userId: string,
  { granted, accounts }: { granted: GrantedToken; accounts: ListedAccount[] },
): Promise<boolean> {
  try {
    await saveConnection(db, vault, userId, granted, clock());
  } catch (error) {
    if (isMissingReference(error)) return false;
    throw error;
  }
  await saveListedAccounts(db, userId, accounts);
  return (await findConnection(db, userId)) !== undefined;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: foreign_key_violation */
function isMissingReference(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503';
}

/** Treats a rejected code as the user's error, and anything else as Meta's. */
function toFailure(cause: unknown): unknown {
  if (!(cause instanceof GraphError)) return cause;
  return cause.kind === 'transient' || cause.kind.startsWith('throttle')
    ? new ApiError('meta_unavailable', undefined, { cause })
    : new ApiError('meta_code_refused', undefined, { cause });
}
