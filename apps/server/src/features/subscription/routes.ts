import { listPlans, openPaymentPortal } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { route } from '../../platform/http/route.ts';
import { listAllPlans } from './queries.ts';

export function subscriptionRoutes({ db }: { db: Database }) {
  return [
    route(listPlans, async () => ({ plans: await listAllPlans(db) })),

    // Every plan is one that an operator gave: nobody is a customer of a payment provider.
    route(openPaymentPortal, async () => {
      throw new Failure('no_payment_portal');
    }),
  ];
}
