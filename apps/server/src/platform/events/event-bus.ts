import { EventEmitter } from 'node:events';

/** Carries events to everybody in this process who listens; a bus over Redis has the same face. */
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
