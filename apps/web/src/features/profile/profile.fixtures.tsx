import type { Account, Product, SubscriptionStatus } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { createSessionClient, SessionContext } from '#web/features/auth/index.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedUser as person } from '#web/platform/stubbed-user.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { ProfileColumn, ProfileInformation, YourData } from './index.ts';

export function account(followersCount: number): Account {
  return { ...stubbedAccount, _id: String(followersCount), metadata: { ...stubbedAccount.metadata, followersCount } };
}

export interface Situation {
  status?: SubscriptionStatus;
  product?: Partial<Product>;
  accounts?: Account[];
  replies?: StubbedApi['replies'];
}

export const show = async (situation: Situation = {}) => (await showWithQueries(situation)).api;

export async function showWithQueries({ status = 'active', product = {}, accounts = [], replies = {} }: Situation) {
  const user = { ...person, subscription: { ...person.subscription, status } };
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
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], {
    user,
    accountRefs: [],
    product: { name: 'Starter', cancelAt: null, currentPeriodEnd: '2099-12-03T12:00:00Z', ...product },
  });
  const root = createRootRoute({ component: Outlet });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <>
        <ProfileColumn />
        <ProfileInformation />
        <YourData />
      </>
    ),
  });
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/subscription',
    component: () => <p>at /subscription</p>,
  });
  const router = createRouter({ routeTree: root.addChildren([page, elsewhere]), history: createMemoryHistory() });
  const session = createSessionClient();
  await session.started;
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <AccountsProvider>
          <RouterProvider router={router} />
          <Toaster />
        </AccountsProvider>
      </QueryClientProvider>
    </SessionContext>,
  );
  await screen.findByText('Manage Account');
  return { api, queries };
}

export const button = (name: string) => screen.getByRole('button', { name });
export const click = (name: string) => fireEvent.click(button(name));
