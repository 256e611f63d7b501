import { Redis } from 'ioredis';
import { onceAMinute } from '../log/once-a-minute.ts';
import { createLocalEventBus, type EventBus } from './event-bus.ts';

/**
 * Events between processes. While Redis is away an event still reaches the listeners of its own process; the others
 * catch up when their clients refetch.
 */
export function createRedisEventBus<Event>(
  { url, channel }: { url: string; channel: string },
  onEveryProblem: (error: unknown) => void,
): EventBus<Event> {
  const onProblem = onceAMinute(onEveryProblem);
  const local = createLocalEventBus<Event>();
  const options = {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (attempt: number) => Math.min(attempt * 200, 5_000),
  };
  const sender = new Redis(url, options);
  const receiver = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  sender.on('error', onProblem);
  receiver.on('error', onProblem);
  receiver.on('message', (_channel, text) => void local.publish(parseEvent<Event>(text)));
  receiver.subscribe(channel).catch(onProblem);
  return {
    async publish(event) {
      try {
        await sender.publish(channel, JSON.stringify(event));
      } catch (error) {
        onProblem(error);
        await local.publish(event);
      }
    },
    subscribe: (listener) => local.subscribe(listener),
    async close() {
      sender.disconnect();
      receiver.disconnect();
      await local.close();
    },
  };
}

/** Safe because only our own processes write to the channel. */
function parseEvent<Event>(text: string): Event {
  return JSON.parse(text) as Event;
}
