import { notifyManager, QueryClient } from '@tanstack/react-query';
import { CallError } from './failed-call.ts';

export function createQueryClient() {
  notifyManager.setScheduler(notifyTogether);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Retries only server errors and network failures; other errors would not change.
        retry: (failures, error) =>
          failures < 2 && (error instanceof CallError ? error.status >= 500 : error instanceof TypeError),
        // Waits 0.75 seconds in all: with three slow responses, a failure still shows within two seconds.
        retryDelay: (failures) => 250 * 2 ** failures,
      },
    },
  });
}

let waiting: (() => void)[] = [];

/** Responses that arrive together are drawn together: each task of its own would draw the page again. */
function notifyTogether(notify: () => void): void {
  waiting.push(notify);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    for (const run of due) run();
  });
}
