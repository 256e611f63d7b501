import type { SubscriptionTables } from '../../database/tables/subscription.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';
import { deleteOldEvents } from './payment-events.ts';
import { customerWork, paymentEventWork } from './jobs.ts';
import { assignedPlanWork } from './assigned-plans.ts';

export const subscriptionFeature = defineFeature<SubscriptionTables>()({
  name: 'subscription',
  uses: [],
  routes: null,
  work: [paymentEventWork, customerWork, assignedPlanWork],
  secrets: {},
  retention: ({ db }) => [{ kind: 'payment_event', deleteBatch: (now) => deleteOldEvents(db, now) }],
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
