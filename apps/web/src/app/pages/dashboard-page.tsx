import { AnalyticsPage } from '#web/features/analytics/index.ts';

export function DashboardPage() {
  return <AnalyticsPage />;
}
