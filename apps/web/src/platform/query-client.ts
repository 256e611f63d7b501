import { QueryClient } from '@tanstack/react-query';
import { CallFailure } from './call.ts';

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // A refusal stays a refusal; only a fault of ours or of the network is worth another try.
        retry: (failures, error) =>
          failures < 2 && (error instanceof CallFailure ? error.status >= 500 : error instanceof TypeError),
      },
    },
  });
}
