import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Retries only server errors and network failures; other errors would not change.
        retry: (failures, error) =>
          failures < 2 && (error instanceof CallError ? error.status >= 500 : error instanceof TypeError),
        // A card shows its failure within two seconds, even when each attempt takes 0.4 seconds to be rejected.
        retryDelay: (failures) => 250 * 2 ** failures,
      },
    },
  });
}
