import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Requests the data of the views most often chosen as soon as the control that offers them appears. In a file of its
 * own, because the first screen loads `usePreload`.
 */
export function usePreloadLikely(searches: readonly Record<string, unknown>[]): void {
  const router = useRouter();
  useEffect(() => {
    for (const search of searches)
      void router.preloadRoute({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...search }) });
  }, [router, searches]);
}
