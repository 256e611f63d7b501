import { useLocation } from '@tanstack/react-router';

/** Does not change with the search of the address, as ranges and accounts do. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
