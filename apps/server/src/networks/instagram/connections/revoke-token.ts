import type { BusinessLogin } from '../client/business-login.ts';
import type { Database } from '../../../database/database.ts';
import { isMetaUserConnected } from './queries.ts';

/**
 * Revokes a token that is not stored. At Meta this removes the app for that person, so it is skipped while a stored
 * login belongs to the same person; an unrevoked token expires.
 */
export async function revokeIfUnused(
  { db, businessLogin }: { db: Database; businessLogin: Pick<BusinessLogin, 'revoke'> },
  { metaUserId, openToken }: { metaUserId: string; openToken: () => string },
): Promise<void> {
  if (await isMetaUserConnected(db, metaUserId)) return;
  await revoke(businessLogin, openToken).catch(() => undefined);
}

async function revoke(businessLogin: Pick<BusinessLogin, 'revoke'>, openToken: () => string): Promise<void> {
  await businessLogin.revoke(openToken());
}
