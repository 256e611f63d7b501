import { useParams } from '@tanstack/react-router';
import { useAccount } from '#web/features/accounts/index.ts';
import { AnalyticsPage } from '#web/features/analytics/index.ts';
import { NotFound } from '../screens/not-found.tsx';

export function AccountPage() {
  const { id = '' } = useParams({ strict: false });
  return useAccount(id) ? <AnalyticsPage key={id} /> : <NotFound />;
}
