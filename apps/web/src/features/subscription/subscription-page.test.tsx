import type { OwnSubscription, Plan, User } from '@tidemark/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { stubbedUser } from '#web/platform/stubbed-user.ts';
import { PaymentNotice } from './payment-notice.tsx';
import { SubscriptionPage } from './subscription-page.tsx';

const user: User = { ...stubbedUser, facebookId: '1220001' };
const plan = (id: string, name: string, amount: number | null): Plan => ({
  id,
  name,
  accountLimits: { unlimited: false, total: 3 },
  peerLimit: 3,
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
  mayAddTax: false,
  hasPortal: true,
};

interface Situation {
  isOperator?: boolean;
  own?: Partial<OwnSubscription>;
  pastDue?: boolean;
  address?: string;
  replies?: StubbedApi['replies'];
}

async function show({
  own = {},
  isOperator = false,
  pastDue = false,
  address = '/subscription',
  replies = {},
}: Situation = {}) {
  const subscription = { ...paid, ...own };
  const loaded = {
    user: {
      ...user,
      ...(isOperator && { role: 'system-admin' as const }),
      subscription: { ...user.subscription, status: subscription.status, ...(pastDue && { pastDue }) },
    },
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
  const frame = ({ children }: { children: ReactNode }) => (
    <>
      <PaymentNotice />
      {children}
    </>
  );
  const { router } = await renderAt(
    address,
    { '/subscription': SubscriptionPage },
    { frame, loaded: { user: loaded } },
  );
  await screen.findByRole('heading', { name: 'Subscription' });
  return { api, history: router.history };
}

const assigned = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists peers and upvoting for every plan with the roadmap, and requests only where allowed', async () => {
  const agency = { ...plan('agency', 'Agency', 9900), peerLimit: 0, roadmapAccess: { view: true, add: true } };
  await show({ replies: { 'GET /plans': { plans: [plan('starter', 'Starter', 900), agency] } } });

  const parts = async (name: string) => {
    const card = (await screen.findByRole('heading', { name, level: 3 })).closest('li') ?? document.body;
    return within(card)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
      .slice(1);
  };
  expect(await parts('Starter')).toEqual([
    '3 peers to compare with',
    'View the roadmap and upvote requests',
    'Request features (not included)',
  ]);
  expect(await parts('Agency')).toEqual([
    'Peers (not included)',
    'View the roadmap and upvote requests',
    'Request features',
  ]);
});

describe('current plan', () => {
  it.each([
    ['active', {}, 'Active', '€9 a month. Auto renews on Dec 03, 2099.', 'Manage Subscription'],
    ['ending', { cancelAt: '2099-12-03T12:00:00.000Z' }, 'Ending', /^Access ends on Dec 03, 2099\./, 'Keep my plan'],
    ['past due', { pastDue: true }, 'Payment overdue', /Auto renews/, 'Update payment method'],
    ['canceled', { status: 'canceled' }, 'Canceled', 'Ended on Dec 03, 2099.', 'Renew Subscription'],
    [
      'given by an operator',
      { source: 'operator', hasPortal: false, price: null },
      'Active',
      /Assigned by your administrator/,
      null,
    ],
    ['free', { plan: 'free', status: 'free', source: null, hasPortal: false }, 'Free', /Choose a plan/, null],
    [
      'free without payments',
      { plan: 'free', status: 'free', source: null, hasPortal: false, canPay: false },
      'Free',
      'Ask your administrator for a plan.',
      null,
    ],
  ] as const)('shows a subscription that is %s, with the available actions', async (_, own, chip, sentence, action) => {
    await show({ own });

    const card = within(await screen.findByRole('region', { name: 'Your plan' }));
    expect(await card.findByText(sentence)).toBeDefined();
    expect(card.getByText(chip)).toBeDefined();
    if (action) expect(card.getByRole('button', { name: action })).toBeDefined();
    else expect(card.queryByRole('button')).toBeNull();
  });

  it('opens the portal with the business login and a return URL', async () => {
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

describe('plan list', () => {
  it('shows prices, and offers a purchase to users without a plan', async () => {
    const assign = assigned();
    const { api } = await show({ own: { plan: 'free', status: 'free', source: null, hasPortal: false } });

    expect((await screen.findByText('€29.50')).textContent).toBe('€29.50 a month');
    await click('Choose Pro');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/c/1'));
    expect(api.bodies.at(api.calls.indexOf('POST /subscription/checkout'))).toEqual({ plan: 'pro' });
  });

  it('offers a switch in the portal to users who already pay', async () => {
    const assign = assigned();
    const { api } = await show();

    await click('Switch to Pro');

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
    expect(api.calls).not.toContain('POST /subscription/checkout');
  });

  it('explains what a smaller plan changes before opening the portal', async () => {
    const assign = assigned();
    const pro = { ...plan('pro', 'Pro', 2950), accountLimits: { unlimited: false, total: 10 } };
    await show({ own: { plan: 'pro' }, replies: { 'GET /plans': { plans: [plan('starter', 'Starter', 900), pro] } } });

    await click('Switch to Starter');
    const dialog = within(screen.getByRole('dialog', { name: 'Switch to Starter?' }));
    expect(dialog.getByText('Starter allows 3 accounts instead of 10.')).toBeDefined();
    expect(assign).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
  });

  it('offers no purchase without a payment provider', async () => {
    await show({ own: { canPay: false, hasPortal: false, source: 'operator' } });

    expect(await screen.findByText('Ask your administrator to change your plan.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Choose|Switch/ })).toBeNull();
  });

  it('lets operators take an unsold plan without an end date', async () => {
    const name = `PUT /admin/users/${user._id}/subscription`;
    const { api } = await show({
      isOperator: true,
      own: { plan: 'free', status: 'free', source: null, hasPortal: false, canPay: false },
      replies: {
        'GET /plans': { plans: [plan('free', 'Free', null), plan('pro', 'Pro', null)] },
        [name]: { success: true },
      },
    });
    expect(await screen.findByText('Choose a plan below to open the dashboard.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Use Free' })).toBeNull();

    await click('Use Pro');

    expect(await screen.findByText('You now have the Pro plan')).toBeDefined();
    expect(api.bodies[api.calls.indexOf(name)]).toEqual({
      plan: 'pro',
      status: 'active',
      currentPeriodEnd: null,
      cancelAt: null,
    });
  });

  it('offers operators no paid plan for free', async () => {
    await show({ isOperator: true });

    expect(await screen.findByRole('button', { name: 'Switch to Pro' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it('mentions taxes only if the provider may add them', async () => {
    await show({ own: { mayAddTax: true } });
    expect(await screen.findByText(/Taxes may be added/)).toBeDefined();
    cleanup();

    await show({ own: { mayAddTax: false } });
    await screen.findByText(/Stripe handles the payment/);
    expect(screen.queryByText(/Taxes may be added/)).toBeNull();
  });

  it('omits payment texts while no plan has a price', async () => {
    const free = plans.map((one) => ({ ...one, price: null }));
    await show({
      own: { plan: 'free', status: 'free', source: null, hasPortal: false },
      replies: { 'GET /plans': { plans: free } },
    });

    expect(await screen.findByText('Ask your administrator to change your plan.')).toBeDefined();
    expect(screen.queryByText(/Stripe handles the payment/)).toBeNull();
  });

  it('shows why a plan cannot be bought until dismissed', async () => {
    await show({
      own: { plan: 'free', status: 'free', source: null, hasPortal: false },
      replies: { 'POST /subscription/checkout': { refuse: 'payment_unavailable' } },
    });

    await click('Choose Pro');

    expect((await screen.findByRole('alert')).textContent).toContain('The payment provider is not responding');
    await click('Dismiss');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('offers a retry when the plans fail to load', async () => {
    const { api } = await show({ replies: { 'GET /plans': 'offline' } });
    await screen.findByText('Could not load plans');
    api.replies['GET /plans'] = { plans };

    await click('Try again');

    expect(await screen.findByText('€29.50')).toBeDefined();
  });
});

describe('return from the payment provider', () => {
  it('thanks the user, shows the purchase, and cleans up the URL', async () => {
    const { api, history } = await show({ address: '/subscription?payment=done' });

    expect(await screen.findByText('Thank you! Your plan is active.')).toBeDefined();
    expect(api.calls.filter((name) => name === 'POST /subscription/refresh')).toHaveLength(1);
    expect(history.location.href).toBe('/subscription');
  });

  it('continues when the state cannot be refreshed, because it will update by itself', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({
      address: '/subscription?payment=managed',
      replies: { 'POST /subscription/refresh': { refuse: 'payment_unavailable' } },
    });

    await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('overdue payment', () => {
  it('is announced on every page, with the way to fix it', async () => {
    const assign = assigned();
    await show({ pastDue: true, own: { hasPortal: false } });

    const notice = within(screen.getByRole('region', { name: 'Payment' }));
    expect(notice.getByText('Your last payment failed.')).toBeDefined();
    fireEvent.click(notice.getByRole('button', { name: 'Update payment method' }));

    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/p/1'));
  });

  it('shows no notice while everything is paid', async () => {
    await show();

    expect(screen.queryByRole('region', { name: 'Payment' })).toBeNull();
  });
});
