import type { LiveMessage } from '@tidemark/contract';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';

const pauseMillis = 1_000;

/**
 * Makes open pages reload the roadmap: at most once a second, however often it changes. Never fails: pages reload it
 * later anyway.
 */
export function createChangeAnnouncer({
  events,
  log,
}: {
  events: EventBus<LiveMessage>;
  log: Log;
}): () => Promise<void> {
  let pause: NodeJS.Timeout | null = null;
  let isChanged = false;

  return async function announce(): Promise<void> {
    if (pause) {
      isChanged = true;
      return;
    }
    isChanged = false;
    pause = setTimeout(() => {
      pause = null;
      if (isChanged) void announce();
    }, pauseMillis).unref();
    await events
      .publish({ to: 'everyone', event: { type: 'roadmap-update' } })
      .catch((error: unknown) => log.warn({ err: error }, 'Could not announce a change of the roadmap'));
  };
}
