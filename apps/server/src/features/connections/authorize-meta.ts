import { neededScopes, type BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Vault } from '../../platform/secrets.ts';
import { saveConnection, saveListedAccounts } from './queries.ts';

/** Exchanges the popup's code, checks what was granted, and keeps the connection for this user alone. */
export async function authorizeMeta(
  { db, vault, businessLogin }: { db: Database; vault: Vault; businessLogin: BusinessLogin },
  userId: string,
  code: string,
): Promise<void> {
  const granted = await businessLogin.exchangeCode(code).catch((cause: unknown) => {
    throw toFailure(cause);
  });
  const missing = neededScopes.filter((scope) => !granted.scopes.includes(scope));
  if (missing.length > 0) {
    await businessLogin.revoke(granted.token).catch(() => undefined);
    throw new Failure(
      'meta_permissions_missing',
      { missing },
      { message: `Not all permissions were granted: ${missing.join(', ')} missing.` },
    );
  }
  const accounts = await businessLogin.listAccounts(granted.token).catch((cause: unknown) => {
    throw toFailure(cause);
  });
  await saveConnection(db, vault, userId, granted);
  await saveListedAccounts(db, userId, accounts);
}

/** A refusal of the code is the user's to see; anything else is Meta's trouble. */
function toFailure(cause: unknown): unknown {
  if (!(cause instanceof GraphFailure)) return cause;
  return cause.kind === 'transient' || cause.kind.startsWith('throttle')
    ? new Failure('meta_unavailable', undefined, { cause })
    : new Failure('meta_code_refused', undefined, { cause });
}
