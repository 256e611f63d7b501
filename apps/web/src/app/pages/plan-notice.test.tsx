import { screen } from '@testing-library/react';
import type { User } from '@tidemark/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { stubbedConfig } from '#web/platform/stubbed-config.ts';
import { stubbedUser } from '#web/platform/stubbed-user.ts';
import { PlanNotice } from './plan-notice.tsx';

interface Situation {
  status: User['subscription']['status'];
  role?: User['role'];
  isConnected?: boolean;
}

async function show({
  status,
  role = 'user',
  isConnected = false,
  takesPayments,
}: Situation & { takesPayments: boolean }) {
  const user = { ...stubbedUser, role, subscription: { ...stubbedUser.subscription, status }, accountRefs: [] };
  stubApi({
    'GET /account/list': { accounts: [] },
    'GET /user/connections/meta': { success: true, connection: { isConnected } },
  });
  await renderAt(
    '/profile',
    {
      '/profile': () => (
        <ConfigContext value={{ ...stubbedConfig, takesPayments }}>
          <PlanNotice />
        </ConfigContext>
      ),
    },
    {
      frame: AccountsProvider,
      loaded: {
        user: { user, accountRefs: [], product: { name: 'Free', cancelAt: null, currentPeriodEnd: null } },
      },
    },
  );
}

afterEach(() => vi.unstubAllGlobals());

it.each<[Situation & { takesPayments: boolean }, RegExp]>([
  [{ takesPayments: true, status: 'free' }, /Three steps/],
  [{ takesPayments: true, status: 'canceled' }, /renew to open the dashboard/],
  [{ takesPayments: false, status: 'free' }, /An administrator of this site has to give you accounts/],
  [{ takesPayments: false, status: 'free', role: 'system-admin' }, /Give yourself accounts/],
  [{ takesPayments: false, status: 'active' }, /Connect your Meta login below/],
  [{ takesPayments: true, status: 'active', isConnected: true }, /Link an account below/],
])('names the next step for %j', async (situation, text) => {
  await show(situation);

  expect(await screen.findByText(text)).toBeDefined();
});
