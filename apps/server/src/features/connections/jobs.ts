import { careForConnections, type CheckDeps } from './check-connections.ts';

const pollIntervalSeconds = 180;

/** Checks logins in the background. Returns a function that stops and waits for running work. */
export function startConnectionChecks(
  deps: CheckDeps,
  { everySeconds = pollIntervalSeconds }: { everySeconds?: number } = {},
): () => Promise<void> {
  let stopping = false;
  let underWay: Promise<void> = Promise.resolve();
  let busy = false;
  const poll = () => {
    if (busy) return;
    busy = true;
    underWay = careForConnections(deps, () => stopping)
      .catch((error: unknown) => deps.log.error({ err: error }, 'Checking business logins failed'))
      .finally(() => (busy = false));
  };
  const timer = setInterval(poll, everySeconds * 1000);
  poll();
  return async () => {
    stopping = true;
    clearInterval(timer);
    await underWay;
  };
}
