import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { onceAMinute } from '../log/once-a-minute.ts';
import { createLocalEventBus, type EventBus } from './event-bus.ts';

/** An event on the wire; its ID removes duplicates that arrive both ways. */
export interface Sent<Event> {
  id: string;
  event: Event;
}

export interface RedisEventBus<Event> extends EventBus<Event> {
  isConnected(): boolean;
}

const silenceMillis = 1_000;
const heartbeatMillis = 3_000;
/** Longer than the longest reconnect delay: until then some processes may miss events through Redis. */
const troubleMillis = 10_000;
const maxRememberedIds = 1_000;

/**
 * Events between processes. While Redis is unavailable, and until every process has reconnected, they are also sent
 * through the fallback. When that fails as well, an event reaches only its own process; other clients see the change
 * when they refetch.
 */
export function createRedisEventBus<Event>(
  { url, channel, fallback }: { url: string; channel: string; fallback: EventBus<Sent<Event>> },
  onEveryProblem: (error: unknown) => void,
): RedisEventBus<Event> {
  const report = onceAMinute(onEveryProblem);
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
    report(error);
  }
  function deliver({ id, event }: Sent<Event>): void {
    if (seen.has(id)) return;
    seen.add(id);
    const [oldest = ''] = seen;
    if (seen.size > maxRememberedIds) seen.delete(oldest);
    void local.publish(event);
  }

  for (const client of [sender, receiver]) {
    client.on('error', onProblem);
    client.on('close', () => (troubledUntil = performance.now() + troubleMillis));
  }
  receiver.on('message', (_channel, text) => deliver(parseSent<Event>(text)));
  receiver.subscribe(channel).catch(onProblem);
  fallback.subscribe(deliver);
  // A connection that only listens would never notice that Redis is gone.
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
      await fallback.publish(sent).catch(report);
      // Local listeners do not depend on Redis.
      deliver(sent);
    },
    subscribe: (listener) => local.subscribe(listener),
    async close() {
      clearInterval(heartbeat);
      sender.disconnect();
      receiver.disconnect();
      await fallback.close();
      await local.close();
    },
  };
}

/** Safe because only our own processes write to the channel. */
function parseSent<Event>(text: string): Sent<Event> {
  return JSON.parse(text) as Sent<Event>;
}
