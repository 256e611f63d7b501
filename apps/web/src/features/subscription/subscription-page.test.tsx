import type { OwnSubscription, Plan, User } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const user: User = {
  _id: '11111111-1111-4111-8111-111111111111',
  name: 'Theo Okafor',
  email: 'theo@sandbox.test',
  picture: null,
  facebookId: '1220001',
  memberSince: '2024-03-05T10:00:00.000Z',
  role: 'user',
  subscription: { status: 'active', currentPeriodEnd: null },
  accountRefs: [],
  accountLimits: { unlimited: false, total: 3 },
  roadmapAccess: { view: true, add: false },
};
const plan = (id: string, name: string, amount: number | null): Plan => ({
  id,
  name,
  accountLimits: { unlimited: false, total: 3 },
  roadmapAccess: { view: true, add: false },
  price: amount === null ? null : { amount, currency: 'eur', interval: 'month' },
});
const plans = [plan('free', 'Free', null), plan('starter', 'Starter', 900), plan('pro', 'Pro', 2950)];
const paid: OwnSubscription = {
  plan: 'starter',
  status: 'active',
  source: 'stripe',
  pastDue: false,
  currentPeriodEnd: '2099-12-03T12:00:00.000Z',
  cancelAt: null,
  price: { amount: 900, currency: 'eur', interval: 'month' },
  canPay: true,
  hasPortal: true,
};

interface Situation {
  own?: Partial<OwnSubscription>;
  pastDue?: boolean;
  address?: string;
  replies?: StubbedApi['replies'];
}

async function show({ own = {}, pastDue = false, address = '/subscription', replies = {} }: Situation = {}) {
  const subscription = { ...paid, ...own };
  const loaded = {
    user: { ...user, subscription: { ...user.subscription, status: subscription.status, ...(pastDue && { pastDue }) } },
    accountRefs: [],
    product: { name: 'Starter', cancelAt: subscription.cancelAt, currentPeriodEnd: subscription.currentPeriodEnd },
  };
  const api = stubApi({
    'GET /plans': { plans },
    'GET /subscription': subscription,
    'POST /user/load': loaded,
    'POST /subscription/refresh': subscription,
    'GET /subscription/portal': { url: 'https://pay.example/p/1' },
    'POST /subscription/checkout': { url: 'https://pay.example/c/1' },
    ...replies,
  });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], loaded);
  const root = createRootRoute({
    component: () => (
      <>
        <PaymentNotice />
        <Outlet />
      </>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '/subscription', component: SubscriptionPage });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Subscription' });
  return { api, history };
}

const assigned = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('one’s own plan', () => {
  it.each([
    ['active', {}, 'Active', '€9 a month. Auto renews on Dec 03, 2099.', 'Manage Subscription'],
    ['ending', { cancelAt: '2099-12-03T12:00:00.000Z' }, 'Ending', /^Access ends on Dec 03, 2099\./, 'Keep my plan'],
    ['past due', { pastDue: true }, 'Payment overdue', /Auto renews/, 'Update payment method'],
    ['canceled', { status: 'canceled' }, 'Canceled', 'Ended on Dec 03, 2099.', 'Renew Subscription'],
    [
      'given by an operator',
      { source: 'operator', hasPortal: false, price: null },
      'Active',
      /Given by your operator/,
      null,
    ],
    ['free', { plan: 'free', status: 'free', source: null, hasPortal: false }, 'Free', /Choose a plan/, null],
    [
      'free without payments',
      { plan: 'free', status: 'free', source: null, hasPortal: false, canPay: false },
      'Free',
      'Ask your operator for a plan.',
      null,
    ],
  ] as const)('that is %s says so, and leads to what can be done', async (_, own, chip, sentence, action) => {
    await show({ own });

    const card = within(await screen.findByRole('region', { name: 'Your plan' }));
    expect(await card.findByText(sentence)).toBeDefined();
    expect(card.getByText(chip)).toBeDefined();
    if (action) expect(card.getByRole('button', { name: action })).toBeDefined();
    else expect(card.queryByRole('button')).toBeNull();
  });

  it('is managed in the portal, which is told the business login and leads back here', async () => {
    const assign = assigned();
    await show();
    const asked = vi.spyOn(globalThis, 'fetch');

    await click('Manage Subscription');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
    const [address, init] = asked.mock.calls.at(-1) ?? [];
    expect(address).toMatch(/\/subscription\/portal\?returnUrl=%2F/);
    expect(new Headers(init?.headers).get('facebook-id')).toBe('1220001');
  });
});

describe('the plans', () => {
  it('have their prices, and can be bought by whoever has none', async () => {
    const assign = assigned();
    const { api } = await show({ own: { plan: 'free', status: 'free', source: null, hasPortal: false } });

    expect((await screen.findByText('€29.50')).textContent).toBe('€29.50 a month');
    await click('Choose Pro');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/c/1'));
    expect(api.bodies.at(api.calls.indexOf('POST /subscription/checkout'))).toEqual({ plan: 'pro' });
  });

  it('are switched in the portal by whoever pays already', async () => {
    const assign = assigned();
    const { api } = await show();

    await click('Switch to Pro');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
    expect(api.calls).not.toContain('POST /subscription/checkout');
  });

  it('cannot be bought where there are no payments', async () => {
    await show({ own: { canPay: false, hasPortal: false, source: 'operator' } });

    expect(await screen.findByText('Ask your operator to change your plan.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Choose|Switch/ })).toBeNull();
  });

  it('say why one cannot be bought now, until that is dismissed', async () => {
    await show({
      own: { plan: 'free', status: 'free', source: null, hasPortal: false },
      replies: { 'POST /subscription/checkout': { refuse: 'payment_unavailable' } },
    });

    await click('Choose Pro');

    expect((await screen.findByRole('alert')).textContent).toContain('The payment provider does not answer');
    await click('Dismiss');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('can be asked for again when they did not come', async () => {
    const { api } = await show({ replies: { 'GET /plans': 'offline' } });
    await screen.findByText('Could not load the plans');
    api.replies['GET /plans'] = { plans };

    await click('Try again');

    expect(await screen.findByText('€29.50')).toBeDefined();
  });
});

describe('somebody who comes back from the payment provider', () => {
  it('is thanked, sees what they bought, and has a tidy address', async () => {
    const { api, history } = await show({ address: '/subscription?payment=done' });

    expect(await screen.findByText('Thank you! Your plan is active.')).toBeDefined();
    expect(api.calls.filter((name) => name === 'POST /subscription/refresh')).toHaveLength(1);
    expect(history.location.href).toBe('/subscription');
  });

  it('goes on when the state cannot be read again: it will come by itself', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({
      address: '/subscription?payment=managed',
      replies: { 'POST /subscription/refresh': { refuse: 'payment_unavailable' } },
    });

    await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a payment that failed', () => {
  it('is told on every page, with the way to put it right', async () => {
    const assign = assigned();
    await show({ pastDue: true, own: { hasPortal: false } });

    const notice = within(screen.getByRole('region', { name: 'Payment' }));
    expect(notice.getByText('Your last payment did not go through.')).toBeDefined();
    fireEvent.click(notice.getByRole('button', { name: 'Update payment method' }));

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
  });

  it('is not told while everything is paid', async () => {
    await show();

    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull();
  });
});
