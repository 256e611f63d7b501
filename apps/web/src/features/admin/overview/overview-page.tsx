import { useQuery } from '@tanstack/react-query';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '../page-head.tsx';
import { SecondFactorNotice } from '../second-factor-notice.tsx';
import system from '../system.module.css';
import { BusinessCards } from './business-cards.tsx';
import { PlansCard } from './plans-card.tsx';
import { Placeholders } from './placeholders.tsx';
import { RevenueCard } from './revenue-card.tsx';
import { SetupCard } from './setup-card.tsx';
import styles from './overview.module.css';
import { overviewQuery } from './overview.query.ts';

export function OverviewPage() {
  const { data, error, refetch } = useQuery(overviewQuery);
  return (
    <div className={system.page}>
      <SecondFactorNotice />
      <PageHead title="System overview">Users, plans and revenue of this installation.</PageHead>
      <SetupCard />
      {error && !data ? (
        <Card title="Business metrics">
          <EmptyState
            title="Could not load metrics"
            why={getServerMessage(error, 'Could not reach the server.')}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : (
        <>
          <BusinessCards business={data?.business} />
          <div className={styles.wide}>
            <RevenueCard business={data?.business} />
            <PlansCard overview={data} />
          </div>
        </>
      )}
      <Placeholders />
    </div>
  );
}
