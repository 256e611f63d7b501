import { useLocation } from '@tanstack/react-router';

/** Unlike the location, does not change with search parameters such as ranges and accounts. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
