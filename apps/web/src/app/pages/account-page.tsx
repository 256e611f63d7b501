import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccount, useChooseNetwork, useSelectedNetwork } from '#web/features/accounts/index.ts';
import { AnalyticsPage } from '#web/features/overview/index.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { NotFound } from '../screens/not-found.tsx';
import { AccountHead } from './account-head.tsx';

const AppComparisonCard = lazyComponent(
  async () => (await import('#web/features/comparison/app-comparison/app-comparison-card.tsx')).AppComparisonCard,
);

const fallback = <Skeleton height={420} radius={20} />;

export function AccountPage() {
  const { id = '' } = useParams({ strict: false });
  const account = useAccount(id);
  const network = useSelectedNetwork();
  const choose = useChooseNetwork();
  const mayCompare = useMay('viewer');
  const type = account?.type;
  // A link may lead to an account of another network.
  useEffect(() => {
    if (type) choose(type);
  }, [type, choose]);
  if (!account) return <NotFound />;
  if (type !== network) return null;
  return (
    <>
      <AccountHead account={account} />
      <AnalyticsPage key={id} />
      {mayCompare && account.type === 'instagram_account' && (
        <CardBoundary title="Compare with the app">
          <WhenNear fallback={fallback}>
            <AppComparisonCard key={id} account={account} fallback={fallback} />
          </WhenNear>
        </CardBoundary>
      )}
    </>
  );
}
