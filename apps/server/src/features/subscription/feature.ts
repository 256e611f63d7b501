import type { Config } from '../../config/config.ts';
import type { SubscriptionTables } from '../../database/tables/subscription.ts';
import { defineFeature } from '../../platform/feature.ts';
import { deleteUserSubscription } from './delete-user.ts';
import { exportUser } from './export-user.ts';
import { subscriptionRoutes, type SubscriptionDeps } from './routes.ts';
import { customerWork, paymentEventWork } from './jobs.ts';
import { assignedPlanWork } from './assigned-plans.ts';
import { deleteOldEvents } from './payment-events.ts';

type SubscriptionServices = Omit<SubscriptionDeps, 'webhookSecret'> & { config: Pick<Config, 'stripe'> };

export const subscriptionFeature = defineFeature<SubscriptionTables>()({
  name: 'subscription',
  uses: [],
  routes: ({ config, ...services }: SubscriptionServices) =>
    subscriptionRoutes({ ...services, webhookSecret: config.stripe?.webhookSecret?.reveal() ?? null }),
  work: [paymentEventWork, customerWork, assignedPlanWork],
  secrets: {},
  retention: ({ db }) => [{ kind: 'payment_event', deleteBatch: (now) => deleteOldEvents(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  onUserDeleted: deleteUserSubscription,
  ofWorkspace: [],
  exportUser,
});
