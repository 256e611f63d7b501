import type { PricedPlan, ProviderPrice } from '@tidemark/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { describeLimit, formatPrice } from '#web/features/subscription/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import styles from './stripe.module.css';

interface PlanPricesProps {
  plans: PricedPlan[];
  prices: ProviderPrice[] | null;
  canSell: boolean;
}

export function PlanPrices({ plans, prices, canSell }: PlanPricesProps) {
  const [edited, setEdited] = useState<string | null>(null);
  return (
    <Card
      title="Plans and prices"
      sub={canSell ? 'Plans with a price are for sale. Subscribers keep their plan when its price changes' : undefined}
    >
      {prices === null && (
        <p className={styles.problem} role="status">
          Stripe is not responding, so prices are unavailable. You can still rename plans.
        </p>
      )}
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <li key={plan.id} className={styles.plan}>
            <div className={styles.planWords}>
              <p className={styles.planName}>{plan.name}</p>
              <p className={styles.note}>{describeLimit(plan.accountLimits)}</p>
            </div>
            <div className={styles.planWords}>
              <p>{plan.price ? formatPrice(plan.price) : 'Not for sale'}</p>
              {plan.priceId && <p className={styles.id}>{plan.priceId}</p>}
            </div>
            <p className={styles.people}>
              {wholeNumber(plan.people)} {plural(plan.people, 'person', 'people')}
              <span className={styles.note}>{wholeNumber(plan.paying)} paying</span>
            </p>
            <Button
              size="small"
              icon={<Pencil size={15} aria-hidden="true" />}
              aria-label={`Edit ${plan.name}`}
              onClick={() => setEdited(plan.id)}
            >
              Edit
            </Button>
          </li>
        ))}
      </ul>
      <PlanDialog
        plan={plans.find(({ id }) => id === edited) ?? null}
        prices={prices ?? []}
        taken={plans.flatMap(({ id, priceId }) => (priceId && id !== edited ? [priceId] : []))}
        onClose={() => setEdited(null)}
      />
    </Card>
  );
}
