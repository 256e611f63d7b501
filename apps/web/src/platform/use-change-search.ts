import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Record<string, unknown>;

/** Returns a function that changes parameters of the page's URL in place; undefined removes a parameter. */
export function useChangeSearch(): (change: (before: Search) => Search) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...change(before) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
