import type { Account, Product, SubscriptionStatus, User } from '@tidemark/contract';
import { fireEvent, screen } from '@testing-library/react';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { createSessionClient, SessionContext } from '#web/features/auth/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { stubbedUser as person } from '#web/platform/stubbed-user.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { ProfileColumn, ProfileInformation, YourData } from './index.ts';

export function account(followersCount: number): Account {
  return { ...stubbedAccount, _id: String(followersCount), metadata: { ...stubbedAccount.metadata, followersCount } };
}

export interface Situation {
  status?: SubscriptionStatus;
  product?: Partial<Product>;
  accounts?: Account[];
  replies?: StubbedApi['replies'];
  accountLimits?: User['accountLimits'];
  takesPayments?: boolean;
}

export const show = async (situation: Situation = {}) => (await showWithQueries(situation)).api;

export async function showWithQueries({
  status = 'active',
  product = {},
  accounts = [],
  replies = {},
  accountLimits = person.accountLimits,
  takesPayments = true,
}: Situation) {
  const user = { ...person, accountLimits, subscription: { ...person.subscription, status } };
  const api = stubApi({
    'POST /session/page': {
      accessToken: 'token',
      userId: user._id,
      expiresInSeconds: 900,
      renewInSeconds: 810,
      page: null,
    },
    'GET /account/list': { accounts },
    'GET /media/count': { total: 0 },
    'GET /account/list/instagram_account/active': { accounts },
    'PATCH /user/profile': (body) => ({ success: true, user: { name: 'Theo Okafor', picture: null, ...Object(body) } }),
    'POST /user/profile/upload-image': { success: true, imageUrl: '/api/v1/files/picture-1.webp' },
    'GET /subscription/portal': { refuse: 'no_payment_portal' },
    'GET /subscription': { hasPortal: true },
    ...replies,
  });
  const session = createSessionClient();
  await session.started;
  const { queries } = await renderAt(
    '/',
    { '/': Profile, '/subscription': () => <p>at /subscription</p> },
    {
      frame: ({ children }) => (
        <ConfigContext value={{ ...stubbedConfig, takesPayments }}>
          <SessionContext value={session}>
            <AccountsProvider>{children}</AccountsProvider>
          </SessionContext>
        </ConfigContext>
      ),
      loaded: {
        user: {
          user,
          accountRefs: [],
          product: { name: 'Starter', cancelAt: null, currentPeriodEnd: '2099-12-03T12:00:00Z', ...product },
        },
      },
    },
  );
  await screen.findByText('Manage Account');
  return { api, queries };
}

function Profile() {
  return (
    <>
      <ProfileColumn />
      <ProfileInformation />
      <YourData />
    </>
  );
}

export const button = (name: string) => screen.getByRole('button', { name });
export const click = (name: string) => fireEvent.click(button(name));
