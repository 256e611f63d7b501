import { useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';

/**
 * Returns a choice for the page's figures, one render late: the choice itself is drawn before the figures that follow
 * it. Another page gets it at once.
 */
export function useDeferredChoice<T>(chosen: T): T {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const deferred = useDeferredValue(useMemo(() => ({ page, chosen }), [page, chosen]));
  return deferred.page === page ? deferred.chosen : chosen;
}
