import { useQuery } from '@tanstack/react-query';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '../page-head.tsx';
import { SecondFactorNotice } from '../second-factor-notice.tsx';
import system from '../system.module.css';
import { AuditCard } from './audit-card.tsx';
import { BackupsCard } from './backups-card.tsx';
import { FleetCards } from './fleet-cards.tsx';
import { FleetFacts } from './fleet-facts.tsx';
import { fleetQuery } from './fleet.query.ts';
import { fleetSentence } from './fleet-sentence.ts';
import { GraphCard } from './graph-card.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { ReleaseCard } from './release-card.tsx';
import { WorkCard } from './work-card.tsx';

export function FleetPage() {
  const { data: fleet, error, refetch } = useQuery(fleetQuery);
  return (
    <div className={system.page}>
      <SecondFactorNotice />
      <PageHead title="Fleet health">
        {fleet
          ? `${fleetSentence(fleet)} ${lastSync(fleet.at)}, refreshed every ten seconds.`
          : 'The state of this installation.'}
      </PageHead>
      {error && !fleet ? (
        <Card title="Fleet">
          <EmptyState
            title="Could not load fleet health"
            why={getServerMessage(error, 'Could not reach the server.')}
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        </Card>
      ) : (
        <>
          {fleet && fleet.problems.length > 0 && <ProblemsCard problems={fleet.problems} />}
          <FleetCards fleet={fleet} />
          <BackupsCard />
          <WorkCard fleet={fleet} />
          <GraphCard fleet={fleet} />
          <FleetFacts fleet={fleet} />
          <ReleaseCard fleet={fleet} />
        </>
      )}
      <AuditCard />
    </div>
  );
}
