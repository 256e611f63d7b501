import { careForConnections, type CareNeeds } from './care-for-connections.ts';

const lookEverySeconds = 180;

/** Looks after business logins in the background. Returns how to stop: it resolves when nothing is under way. */
export function startConnectionCare(
  needs: CareNeeds,
  { everySeconds = lookEverySeconds }: { everySeconds?: number } = {},
): () => Promise<void> {
  let stopping = false;
  let underWay: Promise<void> = Promise.resolve();
  let busy = false;
  const look = () => {
    if (busy) return;
    busy = true;
    underWay = careForConnections(needs, () => stopping)
      .catch((error: unknown) => needs.log.error({ err: error }, 'The care for business logins failed'))
      .finally(() => (busy = false));
  };
  const timer = setInterval(look, everySeconds * 1000);
  look();
  return async () => {
    stopping = true;
    clearInterval(timer);
    await underWay;
  };
}
