import type { BusinessLogin, ListedAccount } from '../client/business-login.ts';

/** Optional: without it, stories' final metrics come from polling only. */
export const webhookScope = 'pages_manage_metadata';

/**
 * Subscribes to these pages' story events if webhooks are configured and the permission was granted. Does not wait and
 * ignores failures, because stories are polled as well.
 */
export function subscribePages(
  { businessLogin, receivesEvents }: { businessLogin: BusinessLogin; receivesEvents: boolean },
  { token, scopes }: { token: string; scopes: readonly string[] },
  accounts: readonly ListedAccount[],
): void {
  if (!receivesEvents || !scopes.includes(webhookScope)) return;
  const pageIds = new Set(accounts.flatMap(({ pageId }) => pageId ?? []));
  void (async () => {
    for (const pageId of pageIds) await businessLogin.subscribePage(token, pageId);
  })().catch(() => undefined);
}
