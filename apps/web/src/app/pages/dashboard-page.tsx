import { lazy } from 'react';
import { AnalyticsPage } from '#web/features/analytics/index.ts';

const ShareButton = lazy(() => import('#web/features/shares/share-button.tsx'));

export function DashboardPage() {
  return <AnalyticsPage actions={<ShareButton />} />;
}
