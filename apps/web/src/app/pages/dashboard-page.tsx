import { fewAccounts } from '@tidemark/presentation';
import { useShownAccounts } from '#web/features/accounts/index.ts';
import { AnalyticsPage } from '#web/features/overview/index.ts';
import { lazyComponent, lazyPart } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const ShareButton = lazyPart(async () => (await import('#web/features/shares/share-button.tsx')).default);
const AttentionCard = lazyComponent(
  async () => (await import('#web/features/comparison/attention/attention-card.tsx')).default,
);

export function DashboardPage() {
  const isMany = useShownAccounts().length > fewAccounts;
  return (
    <AnalyticsPage
      actions={<ShareButton />}
      accounts={isMany && <AttentionCard fallback={<Skeleton height={286} radius={20} />} />}
    />
  );
}
