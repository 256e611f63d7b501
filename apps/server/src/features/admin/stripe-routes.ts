import { getStripeState, testStripe, updatePlan, type ProviderPrice, type StripeCheck } from '@tidemark/contract';
import { handledEvents } from '../../clients/payment-provider/payment-event.ts';
import { PaymentError } from '../../clients/payment-provider/payment-error.ts';
import { apiVersion, type PaymentProvider } from '../../clients/payment-provider/payment-provider.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  wrapProviderErrors,
  countCustomers,
  listPricedPlans,
  readEventState,
  requirePlan,
  retryEvents,
  savePlan,
  toPlan,
  type PlanRow,
} from '../subscription/index.ts';
import { auditedAfter, type AuditLog } from '../audit/index.ts';

export interface StripeAdminDeps {
  db: Database;
  audit: AuditLog;
  provider: PaymentProvider | null;
  config: Pick<Config, 'stripe'>;
  appUrl: string;
  clock: Clock;
  log: Log;
  /** Retries events soon. */
  wakePayments(): void;
}

export function stripeRoutes({ db, audit, provider, config, appUrl, clock, log, wakePayments }: StripeAdminDeps) {
  const settings = config.stripe;

  async function requirePrice(priceId: string): Promise<ProviderPrice> {
    if (!provider) throw new ApiError('payments_off');
    const price = await wrapProviderErrors({ log }, () => provider.findPrice(priceId));
    if (!price) throw new ApiError('price_not_found');
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
      const webhook = { address: `${appUrl}/api/v1/webhooks/stripe`, events: [...handledEvents], ...events };
      return { connection: settings && toConnection(settings), webhook, customers, plans, prices };
    }),

    route(updatePlan, async ({ viewer, params: { id }, body: { priceId, ...body }, requestId, ip }) => {
      const entry = { actorId: viewer.userId, action: 'plan.updated', target: `plan:${id}`, requestId, ip };
      const change = { ...body, priceId };
      const findSold = async () => {
        await requirePlan(db, id);
        // The free plan applies to users who pay nothing.
        if (id === 'free' && priceId) throw new ApiError('plan_not_for_sale');
        return priceId ? requirePrice(priceId) : null;
      };
      const plan = await auditedAfter(audit, { ...entry, change }, findSold, async (transaction, sold, record) => {
        record({ before: toAudited(await requirePlan(transaction, id)) });
        return savePlan(transaction, id, { ...body, sold });
      });
      // Retries events that may have failed because their price belonged to no plan.
      await retryEvents(db, clock());
      wakePayments();
      return { success: true as const, plan };
    }),

    route(testStripe, async ({ viewer, requestId, ip }) => {
      if (!provider || !settings) throw new ApiError('payments_off');
      const entry = { actorId: viewer.userId, action: 'stripe.tested', target: 'stripe', change: {}, requestId, ip };
      const begun = performance.now();
      const check = () => runChecks(provider, settings);
      return auditedAfter(audit, entry, check, async (_transaction, checks, record) => {
        const passed = checks.every((one) => one.passed);
        record({ passed });
        return { passed, milliseconds: Math.round(performance.now() - begun), checks };
      });
    }),
  ];
}

/** Uses the same fields as a change, so that the two can be compared. */
function toAudited(row: PlanRow) {
  const { name, accountLimits, peerLimit, roadmapAccess } = toPlan(row);
  return { name, accountLimits, peerLimit, roadmapAccess, priceId: row.price_id };
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

/** Shows the kind and the last four characters, enough to distinguish two secrets. */
function masked(secret: string): string {
  const kind = /^(?:(?:sk|rk)_(?:test|live)|whsec)_/.exec(secret)?.[0] ?? '';
  return `${kind}…${secret.length - kind.length >= 12 ? secret.slice(-4) : ''}`;
}

async function runChecks(provider: PaymentProvider, { webhookSecret }: Settings): Promise<StripeCheck[]> {
  const webhook: StripeCheck = webhookSecret
    ? { name: 'webhook', passed: true, message: 'The webhook secret is set.' }
    : { name: 'webhook', passed: false, message: 'STRIPE_WEBHOOK_SECRET is not set: events are rejected.' };
  try {
    const prices = await provider.listPrices();
    const hasPortal = await provider.hasPortalSettings();
    return [
      { name: 'key', passed: true, message: 'Stripe accepts the key.' },
      prices.length > 0
        ? { name: 'prices', passed: true, message: `${prices.length} recurring prices are available for plans.` }
        : {
            name: 'prices',
            passed: false,
            message: 'There is no active monthly or yearly price. Create one in Stripe.',
          },
      hasPortal
        ? { name: 'portal', passed: true, message: 'The customer portal is set up.' }
        : {
            name: 'portal',
            passed: false,
            message: 'The customer portal settings are not saved in Stripe yet.',
          },
      webhook,
    ];
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const message =
      error.kind === 'key' ? `Stripe rejected the key: ${error.message}` : `Stripe is not responding: ${error.message}`;
    return [{ name: 'key', passed: false, message: message.slice(0, 300) }, webhook];
  }
}
