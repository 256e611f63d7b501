import type { FastifyInstance } from 'fastify';
import type { Faults } from '../faults.ts';
import { createCallLedger } from '../instagram-graph/call-ledger.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import { createBilling, type Billing } from './billing.ts';
import { createEventSender } from './event-sender.ts';
import { paymentLevers } from './payment-levers.ts';
import { paymentPageRoutes } from './payment-page-routes.ts';
import { createPortalSessions } from './portal-sessions.ts';
import { stripeKeys } from './stripe-keys.ts';
import { stripeRoutes } from './stripe-routes.ts';

interface Deps {
  origin: string;
  appOrigins: string[];
  seed: string;
  store: StateStore;
  clock: SandboxClock;
  faults: Faults;
}

export interface PaymentProvider {
  environment: Record<string, string>;
  billing: Billing;
  routes: (server: FastifyInstance) => void;
  close: () => Promise<void>;
}

const tick = 500;

/** Creates the stand-in for Stripe: API, pages, events, and the clock that renews and ends subscriptions. */
export function createPaymentProvider({ origin, appOrigins, seed, store, clock, faults }: Deps): PaymentProvider {
  const [appOrigin] = appOrigins;
  const keys = stripeKeys(seed);
  const address = `${appOrigin}/api/v1/webhooks/stripe`;
  const sender = createEventSender({ address, secret: keys.webhookSecret, clock });
  const billing = createBilling({ origin, store, clock, emit: sender.emit });
  const portals = createPortalSessions(clock.real);
  const ledger = createCallLedger();
  const calendar = setInterval(billing.advance, tick).unref();

  return {
    environment: {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_BASE_URL: origin,
    },
    billing,
    routes(server) {
      stripeRoutes(server, { origin, keys, billing, portals, ledger, faults, clock });
      paymentPageRoutes(server, { billing, portals, appOrigin });
      paymentLevers(server, { billing, sender, ledger });
    },
    async close() {
      clearInterval(calendar);
      await sender.close();
    },
  };
}
