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
        // Waits about two seconds for a failing server, longer for a lost network.
        retryDelay: (failures, error) => (error instanceof CallError ? 500 : 1000) * 2 ** failures,
      },
    },
  });
}
