import { getStripeState, testStripe, updatePlan, type ProviderPrice, type StripeCheck } from '@tidemark/contract';
import { sql } from 'kysely';
import { wantedEvents } from '../../clients/payment-provider/payment-event.ts';
import { PaymentFailure } from '../../clients/payment-provider/payment-failure.ts';
import { apiVersion, type PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  asked,
  countCustomers,
  listPricedPlans,
  readEventState,
  requirePlan,
  retryEvents,
  savePlan,
} from '../subscription/index.ts';
import { audited } from './audit.ts';

export interface StripeAdminNeeds {
  db: Database;
  provider: PaymentProvider | null;
  settings: Config['stripe'];
  appUrl: string;
  clock: Clock;
  log: Log;
  /** Called when there are events to be tried again. */
  onEvent: () => void;
}

export function stripeRoutes({ db, provider, settings, appUrl, clock, log, onEvent }: StripeAdminNeeds) {
  async function requirePrice(priceId: string): Promise<ProviderPrice> {
    if (!provider) throw new Failure('payments_off');
    const price = await asked({ log }, () => provider.findPrice(priceId));
    if (!price) throw new Failure('price_not_found');
    return price;
  }

  return [
    route(getStripeState, async () => {
      const [events, customers, plans, prices] = await Promise.all([
        readEventState(db, clock()),
        countCustomers(db),
        listPricedPlans(db),
        provider ? provider.listPrices().catch(() => null) : [],
      ]);
      const webhook = { address: `${appUrl}/api/v1/webhooks/stripe`, events: [...wantedEvents], ...events };
      return { connection: settings && toConnection(settings), webhook, customers, plans, prices };
    }),

    route(updatePlan, async ({ viewer, params: { id }, body: { priceId, ...body }, requestId, ip }) => {
      const entry = { actorId: viewer.userId, action: 'plan.updated', target: `plan:${id}`, requestId, ip };
      const change = { ...body, priceId };
      const plan = await audited(db, { ...entry, change }, async (transaction, note) => {
        // The provider may take its time to answer.
        await sql`set local idle_in_transaction_session_timeout = '90s'`.execute(transaction);
        const before = await requirePlan(transaction, id);
        note({ before });
        // The free plan is what somebody has who pays nothing.
        if (id === 'free' && priceId) throw new Failure('plan_not_for_sale');
        const sold = priceId ? await requirePrice(priceId) : null;
        return savePlan(transaction, id, { ...body, sold });
      });
      // A price that belonged to no plan may be the reason why.
      await retryEvents(db, clock());
      onEvent();
      return { success: true as const, plan };
    }),

    route(testStripe, async ({ viewer, requestId, ip }) => {
      if (!provider || !settings) throw new Failure('payments_off');
      const entry = { actorId: viewer.userId, action: 'stripe.tested', target: 'stripe', change: {}, requestId, ip };
      return audited(db, entry, async (transaction, note) => {
        await sql`set local idle_in_transaction_session_timeout = '200s'`.execute(transaction);
        const begun = performance.now();
        const checks = await runChecks(provider, settings);
        const passed = checks.every((check) => check.passed);
        note({ passed });
        return { passed, milliseconds: Math.round(performance.now() - begun), checks };
      });
    }),
  ];
}

type Settings = NonNullable<Config['stripe']>;

function toConnection({ secretKey, webhookSecret, baseUrl }: Settings) {
  return {
    secretKey: masked(secretKey.reveal()),
    webhookSecret: webhookSecret && masked(webhookSecret.reveal()),
    mode: /^\w+_live_/.test(secretKey.reveal()) ? ('live' as const) : ('test' as const),
    apiVersion,
    baseUrl,
  };
}

/** Its kind and its last four characters: enough to tell two apart. */
function masked(secret: string): string {
  const kind = /^(?:(?:sk|rk)_(?:test|live)|whsec)_/.exec(secret)?.[0] ?? '';
  return `${kind}…${secret.length - kind.length >= 12 ? secret.slice(-4) : ''}`;
}

async function runChecks(provider: PaymentProvider, { webhookSecret }: Settings): Promise<StripeCheck[]> {
  const webhook: StripeCheck = webhookSecret
    ? { name: 'webhook', passed: true, message: 'A secret for the webhook is set.' }
    : { name: 'webhook', passed: false, message: 'STRIPE_WEBHOOK_SECRET is not set: events are not taken.' };
  try {
    const prices = await provider.listPrices();
    const hasPortal = await provider.hasPortalSettings();
    return [
      { name: 'key', passed: true, message: 'Stripe takes the key.' },
      prices.length > 0
        ? { name: 'prices', passed: true, message: `${prices.length} recurring prices can be given to plans.` }
        : { name: 'prices', passed: false, message: 'There is no active price per month or year: make one at Stripe.' },
      hasPortal
        ? { name: 'portal', passed: true, message: 'The customer portal is set up.' }
        : {
            name: 'portal',
            passed: false,
            message: 'The settings of the customer portal are not saved at Stripe yet.',
          },
      webhook,
    ];
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    const message =
      error.kind === 'key'
        ? `Stripe does not take the key: ${error.message}`
        : `Stripe does not answer: ${error.message}`;
    return [{ name: 'key', passed: false, message: message.slice(0, 300) }, webhook];
  }
}
