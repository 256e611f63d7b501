import type { AccountId, MetaConnection } from '@tidemark/contract';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { notConnected } from './connections.fixtures.tsx';

/** Test fixture: a site that offers logins at Instagram. */
export const withInstagramLogin = { ...stubbedConfig, instagramLogin: true };

/** Test fixture: the reply to a user whose only logins are at Instagram, for these accounts. */
export function withoutPage(...accountIds: AccountId[]): { success: true; connection: MetaConnection } {
  return {
    success: true,
    connection: {
      ...notConnected,
      instagramLogins: accountIds.map((accountId) => ({
        accountId,
        username: 'okafor.prints',
        name: null,
        picture: null,
        tokenValid: true,
        expiresAt: '2027-01-12T10:00:00.000Z',
        problem: null,
      })),
    },
  };
}
