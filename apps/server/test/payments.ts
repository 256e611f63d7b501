import { listPlans, startCheckout, updatePlan } from '@tidemark/contract';
import type { TestApp } from './start-test-app.ts';
import type { TestClient } from './test-client.ts';

/** The Stripe sandbox's state, as far as tests use it. */
export interface PaymentTruth {
  customers: { id: string; deleted: boolean; metadata: Record<string, string> }[];
  subscriptions: { id: string; customer: string; status: string; cancel_at: number | null }[];
  checkouts: { id: string; status: string; customer: string; options: object }[];
}

export function paymentTruth(app: TestApp): Promise<PaymentTruth> {
  return app.control('payments');
}

/** Sets each plan's monthly price, as an operator would. */
export async function sellPlans(app: TestApp): Promise<void> {
  const operator = await app.as('olu@sandbox.test');
  const { plans } = await operator.call(listPlans, undefined);
  for (const { id, name, accountLimits, roadmapAccess } of plans) {
    if (id === 'free') continue;
    const body = { name, accountLimits, roadmapAccess, priceId: `price_sandbox_${id}_month` };
    await operator.call(updatePlan, { params: { id }, body });
  }
}

export function control<Answer>(app: TestApp, path: string, body: object = {}): Promise<Answer> {
  return app.control(`payments/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

/** Opens the checkout and pays; returns the provider's subscription ID. */
export async function buy(app: TestApp, client: TestClient, plan: string): Promise<string> {
  const { url } = await client.call(startCheckout, { body: { plan } });
  const { id } = await control<{ id: string }>(app, `checkouts/${url.split('/').at(-1)}/pay`);
  return id;
}

export function act(app: TestApp, subscription: string, action: string): Promise<unknown> {
  return control(app, `subscriptions/${subscription}`, { action });
}
