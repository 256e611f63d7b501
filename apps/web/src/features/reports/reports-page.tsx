import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useAccounts, useCoveredAccounts } from '#web/features/accounts/index.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ReportBuilder } from './report-builder.tsx';
import { newDraft } from './report-draft.ts';
import { listReportAccounts, listReportNetworks } from './report-network.ts';
import { ReportsList } from './reports-list.tsx';
import { reportsQuery } from './reports.query.ts';

/** Lists saved reports, or edits one. */
export function ReportsPage() {
  const { report: shown } = useSearch({ from: '/reports' });
  const navigate = useNavigate({ from: '/reports' });
  const mayEdit = useMay('editor');
  const { data: reports, error, isFetching, refetch } = useQuery(reportsQuery);
  const { accounts, isPending } = useAccounts();
  const covered = useCoveredAccounts();
  const open = (report?: string) => void navigate({ search: (before) => ({ ...before, report }) });

  if (error && !reports)
    return (
      <Card>
        <LoadFailure title="Could not load the reports" error={error} isRetrying={isFetching} onRetry={refetch} />
      </Card>
    );
  if (!reports || isPending) return <PageSkeleton />;
  const saved = reports.find(({ id }) => id === shown);
  if (mayEdit && shown !== undefined && (saved || shown === 'new')) {
    const shownNetworks = listReportNetworks(covered);
    const [network] = shownNetworks.length > 0 ? shownNetworks : listReportNetworks(accounts);
    const ids = listReportAccounts(shownNetworks.length > 0 ? covered : accounts, network);
    return (
      <ReportBuilder
        key={shown}
        id={saved?.id ?? null}
        start={saved?.choice ?? newDraft(ids, viewerTimeZone())}
        onSaved={open}
        onClose={() => open()}
      />
    );
  }
  return <ReportsList reports={reports} onOpen={open} />;
}

function PageSkeleton() {
  return (
    <Page aria-busy="true">
      <Skeleton width={240} height={34} />
      <Card>
        <Skeleton height={220} radius={14} />
      </Card>
    </Page>
  );
}
