export { isLimitReached, limitInWords } from './account-limit.ts';
export { PlanList } from './plan-list.tsx';
export { SubscriptionPage } from './subscription-page.tsx';
export { usePaymentPortal } from './use-payment-portal.ts';
