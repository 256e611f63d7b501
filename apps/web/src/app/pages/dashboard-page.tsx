import { AnalyticsPage } from '#web/features/overview/index.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

const ShareButton = lazyPart(async () => (await import('#web/features/shares/share-button.tsx')).default);

export function DashboardPage() {
  return <AnalyticsPage actions={<ShareButton />} />;
}
