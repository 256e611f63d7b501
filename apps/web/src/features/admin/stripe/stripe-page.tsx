import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PageHead } from '../page-head.tsx';
import system from '../system.module.css';
import { ConnectionCard } from './connection-card.tsx';
import { PlanPrices } from './plan-prices.tsx';
import styles from './stripe.module.css';
import { stripeQuery } from './stripe.query.ts';
import { WebhookCard } from './webhook-card.tsx';

/** The payment setup: API keys, incoming events and plan prices. */
export function StripePage() {
  const { data, error, isFetching, refetch } = useQuery(stripeQuery);
  return (
    <div className={system.page}>
      <PageHead title="Stripe">Keys, events and plan prices.</PageHead>
      {data ? (
        <>
          <div className={styles.pair}>
            <ConnectionCard connection={data.connection} customers={data.customers} />
            <WebhookCard webhook={data.webhook} isOn={data.connection?.webhookSecret != null} />
          </div>
          <PlanPrices plans={data.plans} prices={data.prices} canSell={data.connection !== null} />
        </>
      ) : error ? (
        <Card>
          <EmptyState
            title="Could not load payment settings"
            action={
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </Card>
      ) : (
        <>
          <div className={styles.pair} aria-busy="true">
            <Skeleton height={300} radius={20} />
            <Skeleton height={300} radius={20} />
          </div>
          <Skeleton height={340} radius={20} />
        </>
      )}
    </div>
  );
}
