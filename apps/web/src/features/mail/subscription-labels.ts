import type { SubscriptionKind } from '@tidemark/contract';

export const subscriptionLabels: Record<SubscriptionKind, string> = {
  digest: 'Digests',
  alert: 'Alerts',
  report: 'Reports',
};
