import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { onceAMinute } from '../log/once-a-minute.ts';
import { createLocalEventBus, type EventBus } from './event-bus.ts';

/** What travels: by its id an event that comes both ways is told once. */
export interface Sent<Event> {
  id: string;
  event: Event;
}

export interface RedisEventBus<Event> extends EventBus<Event> {
  isConnected(): boolean;
}

const silenceMillis = 1_000;
const heartbeatMillis = 3_000;
/** Longer than the longest pause before a process connects again: until then some may not hear what goes through Redis. */
const troubleMillis = 10_000;
const idsKept = 1_000;

/**
 * Events between processes. While Redis is away, and until everybody is sure to be back, they also go the other way;
 * when that is away too, an event reaches the listeners of its own process, and the others when their clients refetch.
 */
export function createRedisEventBus<Event>(
  { url, channel, otherWay }: { url: string; channel: string; otherWay: EventBus<Sent<Event>> },
  onEveryProblem: (error: unknown) => void,
): RedisEventBus<Event> {
  const tell = onceAMinute(onEveryProblem);
  const local = createLocalEventBus<Event>();
  const options = {
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    socketTimeout: silenceMillis,
    retryStrategy: (attempt: number) => Math.min(attempt * 200, 5_000),
  };
  const sender = new Redis(url, options);
  const receiver = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  let troubledUntil = performance.now() + troubleMillis;
  const seen = new Set<string>();

  function onProblem(error: unknown): void {
    troubledUntil = performance.now() + troubleMillis;
    tell(error);
  }
  function deliver({ id, event }: Sent<Event>): void {
    if (seen.has(id)) return;
    seen.add(id);
    const [oldest = ''] = seen;
    if (seen.size > idsKept) seen.delete(oldest);
    void local.publish(event);
  }

  for (const client of [sender, receiver]) {
    client.on('error', onProblem);
    client.on('close', () => (troubledUntil = performance.now() + troubleMillis));
  }
  receiver.on('message', (_channel, text) => deliver(parseSent<Event>(text)));
  receiver.subscribe(channel).catch(onProblem);
  otherWay.subscribe(deliver);
  // A connection that only listens would never learn that nobody is there any more.
  const heartbeat = setInterval(() => {
    for (const client of [sender, receiver]) if (client.status === 'ready') client.ping().catch(onProblem);
  }, heartbeatMillis);
  heartbeat.unref();

  return {
    isConnected: () => sender.status === 'ready' && receiver.status === 'ready',
    async publish(event) {
      const sent = { id: randomUUID(), event };
      await sender.publish(channel, JSON.stringify(sent)).catch(onProblem);
      if (performance.now() >= troubledUntil) return;
      await otherWay.publish(sent).catch(tell);
      // To be told here it needs nobody.
      deliver(sent);
    },
    subscribe: (listener) => local.subscribe(listener),
    async close() {
      clearInterval(heartbeat);
      sender.disconnect();
      receiver.disconnect();
      await otherWay.close();
      await local.close();
    },
  };
}

/** Safe because only our own processes write to the channel. */
function parseSent<Event>(text: string): Sent<Event> {
  return JSON.parse(text) as Sent<Event>;
}
