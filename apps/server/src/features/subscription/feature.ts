import type { SubscriptionTables } from '../../database/tables/subscription.ts';
import { defineFeature } from '../../platform/feature.ts';
import { exportUser } from './export-user.ts';

export const subscriptionFeature = defineFeature<SubscriptionTables>()({
  name: 'subscription',
  uses: [],
  routes: null,
  secrets: {},
  retention: null,
  listKnownFiles: null,
  onAccountDeleted: null,
  exportUser,
});
