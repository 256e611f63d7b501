import { useNetworkMetrics } from '#web/features/accounts/index.ts';
import { GalleryPage } from '#web/features/posts/gallery/gallery-page.tsx';
import { CardBoundary } from '#web/ui/error-boundary.tsx';
import { lazyComponent } from '#web/ui/lazy-part.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const OpportunitiesCard = lazyComponent(
  async () => (await import('#web/features/post-insights/opportunities-card.tsx')).OpportunitiesCard,
);

export function PostsPage() {
  const isPartial = useNetworkMetrics() !== undefined;
  return (
    <GalleryPage>
      {!isPartial && (
        <CardBoundary title="Opportunities to Test">
          <OpportunitiesCard height={150} fallback={<Skeleton height={230} radius={20} />} />
        </CardBoundary>
      )}
    </GalleryPage>
  );
}
