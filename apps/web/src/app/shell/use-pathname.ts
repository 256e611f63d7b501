import { useLocation } from '@tanstack/react-router';

/** Returns the path, which unlike the location does not change with ranges and accounts. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
