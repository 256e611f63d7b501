import type { PricedPlan, StripeState } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { StripePage } from './stripe-page.tsx';

const plan = (id: string, name: string, more: Partial<PricedPlan> = {}): PricedPlan => ({
  id,
  name,
  accountLimits: { unlimited: false, total: 3 },
  peerLimit: 3,
  roadmapAccess: { view: true, add: false },
  price: null,
  priceId: null,
  people: 0,
  paying: 0,
  ...more,
});
const month = (amount: number) => ({ amount, currency: 'eur', interval: 'month' as const });
const state: StripeState = {
  connection: {
    secretKey: 'sk_test_…1234',
    webhookSecret: 'whsec_…abcd',
    mode: 'test',
    apiVersion: '2026-10-28.endive',
    baseUrl: 'https://api.stripe.com',
  },
  webhook: {
    address: 'https://app.example/api/v1/webhooks/stripe',
    events: ['invoice.paid'],
    lastEvent: null,
    receivedToday: 0,
    waiting: 0,
    failing: 0,
    lastProblem: null,
  },
  customers: { total: 2, unread: 0 },
  plans: [
    plan('free', 'Free'),
    plan('starter', 'Starter', { price: month(900), priceId: 'price_1', people: 2, paying: 1 }),
    plan('pro', 'Pro'),
  ],
  prices: [
    { id: 'price_1', productId: 'prod_1', productName: 'Starter', price: month(900) },
    { id: 'price_2', productId: 'prod_2', productName: 'Pro', price: month(2900) },
  ],
};

function show(shown: Partial<StripeState> = {}, replies: StubbedApi['replies'] = {}) {
  const api = stubApi({ 'GET /admin/stripe': { ...state, ...shown }, ...replies });
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  render(
    <QueryClientProvider client={queries}>
      <StripePage />
    </QueryClientProvider>,
  );
  return api;
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

afterEach(() => vi.unstubAllGlobals());

describe('Stripe page', () => {
  it('shows masked keys, the mode, and the webhook URL', async () => {
    show();

    expect(await screen.findByText('sk_test_…1234')).toBeDefined();
    expect(screen.getByText('Test mode')).toBeDefined();
    expect(screen.getByText('https://app.example/api/v1/webhooks/stripe')).toBeDefined();
    expect(screen.getByText('No events yet')).toBeDefined();
  });

  it('explains how plans are assigned without an API key', async () => {
    show({ connection: null, prices: [] });

    expect((await screen.findByText(/Operators assign plans/)).textContent).toContain('STRIPE_SECRET_KEY');
    expect(screen.queryByRole('button', { name: 'Test connection' })).toBeNull();
  });

  it('lists unprocessable events with the reason', async () => {
    show({ webhook: { ...state.webhook, failing: 2, lastProblem: 'No plan has the price price_9' } });

    expect(await screen.findByText('No plan has the price price_9')).toBeDefined();
    expect(screen.getAllByText('Failing').length).toBeGreaterThan(1);
  });

  it('says that prices are unavailable while the provider is down', async () => {
    show({ prices: null });

    expect(await screen.findByText(/prices are unavailable/)).toBeDefined();
  });

  it('tests the connection and shows which checks passed and failed', async () => {
    const checks = [
      { name: 'key', passed: true, message: 'Stripe accepts the key.' },
      { name: 'portal', passed: false, message: 'The settings are not saved.' },
    ];
    show({}, { 'POST /admin/stripe/test': { passed: false, milliseconds: 120, checks } });

    await click('Test connection');

    expect((await screen.findByText('Stripe accepts the key.')).textContent).toBe('Passed: Stripe accepts the key.');
    expect(screen.getByText('The settings are not saved.').textContent).toBe('Failed: The settings are not saved.');
  });

  it('offers a retry when loading the page fails', async () => {
    const api = show({}, { 'GET /admin/stripe': 'offline' });
    await screen.findByText('Could not load payment settings');
    api.replies['GET /admin/stripe'] = state;

    await click('Try again');

    expect(await screen.findByText('sk_test_…1234')).toBeDefined();
  });
});

describe('plan dialog', () => {
  it("saves an unused price, and the plan's limits", async () => {
    const api = show({}, { 'PUT /admin/plans/pro': { success: true, plan: plan('pro', 'Pro') } });
    await click('Edit Pro');
    const dialog = within(screen.getByRole('dialog'));

    expect(dialog.getByRole<HTMLOptionElement>('option', { name: 'Starter, €9 a month' }).disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Stripe price'), { target: { value: 'price_2' } });
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' Pro Plus ' } });
    fireEvent.click(dialog.getByRole('switch', { name: 'Unlimited accounts' }));
    fireEvent.click(dialog.getByRole('switch', { name: 'Can request features' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Save Changes' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodies.at(api.calls.indexOf('PUT /admin/plans/pro'))).toEqual({
      name: 'Pro Plus',
      accountLimits: { unlimited: true, total: 0 },
      peerLimit: 3,
      roadmapAccess: { view: true, add: true },
      priceId: 'price_2',
    });
  });

  it.each(['', '-1', '2.5', 'many'])('rejects %j linked accounts', async (value) => {
    show();
    await click('Edit Pro');

    fireEvent.change(screen.getByLabelText('Linked accounts'), { target: { value } });

    expect(screen.getByText('A whole number, 0 or more')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save Changes' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows why saving failed, and stays open', async () => {
    show({}, { 'PUT /admin/plans/starter': { refuse: 'price_not_found' } });
    await click('Edit Starter');

    await click('Save Changes');

    expect((await screen.findByRole('alert')).textContent).toContain('no recurring price');
  });

  it('shows no price for a free plan', async () => {
    show();

    await click('Edit Free');

    expect(screen.queryByLabelText('Stripe price')).toBeNull();
  });
});
