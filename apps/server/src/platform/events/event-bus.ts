import { EventEmitter } from 'node:events';

/** Delivers events to every listener in this process; the Redis bus has the same interface. */
export interface EventBus<Event> {
  publish(event: Event): Promise<void>;
  subscribe(listener: (event: Event) => void): () => void;
  close(): Promise<void>;
}

export function createLocalEventBus<Event>(): EventBus<Event> {
  const emitter = new EventEmitter<{ event: [Event] }>().setMaxListeners(0);
  return {
    async publish(event) {
      emitter.emit('event', event);
    },
    subscribe(listener) {
      emitter.on('event', listener);
      return () => emitter.off('event', listener);
    },
    async close() {
      emitter.removeAllListeners();
    },
  };
}
