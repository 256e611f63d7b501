import { useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useMemo } from 'react';

/**
 * A choice for the figures of a page, one render late: the choice itself is drawn before the figures that follow it.
 * On another page it counts at once.
 */
export function useDeferredChoice<T>(chosen: T): T {
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId });
  const deferred = useDeferredValue(useMemo(() => ({ page, chosen }), [page, chosen]));
  return deferred.page === page ? deferred.chosen : chosen;
}
