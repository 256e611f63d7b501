import { notifyManager, QueryClient } from '@tanstack/react-query';
import { CallError } from './failed-call.ts';

export function createQueryClient() {
  notifyManager.setScheduler(notifyTogether);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Retries only server errors and network failures (0 if explained); other errors would not change.
        retry: (failures, error) =>
          failures < (isBusy(error) ? busyRetries : 2) &&
          (error instanceof CallError ? error.status >= 500 || !error.status : error instanceof TypeError),
        // Waits 0.75 seconds in all: with three slow responses, a failure still shows within two seconds. A busy server
        // says when to come back.
        retryDelay: (failures, error) => (isBusy(error) ? busySeconds(error) * 1000 : 250 * 2 ** failures),
      },
      // Fails at once while offline: a change sent hours later could surprise.
      mutations: { networkMode: 'always' },
    },
  });
}

/** About a minute, at three seconds per wait on average. */
const busyRetries = 20;
const maxBusySeconds = 5;

function isBusy(error: unknown): error is CallError {
  return error instanceof CallError && error.code === 'overloaded';
}

function busySeconds({ details }: CallError): number {
  const seconds = (details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
  return typeof seconds === 'number' ? Math.min(seconds, maxBusySeconds) : 1;
}

let waiting: (() => void)[] = [];

/** Draws responses that arrive together at once: a separate task for each would redraw the page. */
function notifyTogether(notify: () => void): void {
  waiting.push(notify);
  if (waiting.length > 1) return;
  setTimeout(() => {
    const due = waiting;
    waiting = [];
    for (const run of due) run();
  });
}
