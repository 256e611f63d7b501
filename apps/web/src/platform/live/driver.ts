import { createLiveToken, getHealth, openLiveStream, liveEventTypes, type LiveEvent } from '@tidemark/contract';
import { call } from '../call.ts';
import { takeLiveToken } from './page-start.ts';
import { step, unmade, type Effect, type Happening, type LiveState, type TimerName } from './connection.ts';

export interface LiveDriver {
  start(): void;
  stop(): void;
}

interface Listeners {
  onState(state: LiveState): void;
  onEvent(event: LiveEvent): void;
  /** Called when data has to be refetched, because nothing was sent since the page load or the loss of the stream. */
  onCatchUp(): void;
}

/** Runs the state machine in `connection.ts` with a real clock, an EventSource and the API. */
export function createLiveDriver(userId: string, listeners: Listeners): LiveDriver {
  let connection = unmade;
  let stream: EventSource | undefined;
  const timers = new Map<TimerName, ReturnType<typeof setTimeout>>();

  function happened(happening: Happening) {
    const [next, effects] = step(connection, happening);
    const changed = next.state !== connection.state;
    connection = next;
    if (changed) listeners.onState(next.state);
    for (const effect of effects) run(effect);
  }

  function run(effect: Effect) {
    switch (effect.type) {
      case 'request-token':
        return void requestToken();
      case 'open-stream':
        return openStream(effect.token);
      case 'close-stream':
        stream?.close();
        return void (stream = undefined);
      case 'check-health':
        return void checkHealth();
      case 'set-timer':
        clearTimeout(timers.get(effect.name));
        return void timers.set(
          effect.name,
          setTimeout(() => happened({ type: 'timer', name: effect.name }), effect.seconds * 1000),
        );
      case 'clear-timer':
        return clearTimeout(timers.get(effect.name));
      case 'clear-timers':
        return timers.forEach((timer) => clearTimeout(timer));
      case 'catch-up':
        return listeners.onCatchUp();
    }
  }

  async function requestToken() {
    try {
      const token = takeLiveToken() ?? (await call(createLiveToken, { params: { userId } })).token;
      happened({ type: 'token', token });
    } catch {
      happened({ type: 'token-failed' });
    }
  }

  function openStream(token: string) {
    stream?.close();
    const opened = new EventSource(
      `/api/v1${openLiveStream.path.replace(':token', encodeURIComponent(token))}?accounts=all`,
    );
    stream = opened;
    opened.addEventListener('error', () => stream === opened && happened({ type: 'failed' }));
    for (const type of liveEventTypes) {
      opened.addEventListener(type, (message) => {
        if (stream === opened) heard(toEvent(message));
      });
    }
  }

  function heard(event: LiveEvent) {
    // The first ping says that the stream misses nothing from now on.
    if (event.type === 'ping') happened({ type: 'opened', missedNothing: event.missedNothing === true });
    happened({ type: 'heard' });
    if (event.type === 'sse-expired' || event.type === 'server_shutdown_soon') happened({ type: event.type });
    else if (event.type !== 'ping') listeners.onEvent(event);
  }

  async function checkHealth() {
    try {
      await call(getHealth);
      happened({ type: 'healthy' });
    } catch {
      happened({ type: 'unhealthy' });
    }
  }

  return { start: () => happened({ type: 'start' }), stop: () => happened({ type: 'stop' }) };
}

// Our own server sends these, one JSON object each, typed by the contract.
function toEvent(message: MessageEvent<string>): LiveEvent {
  return JSON.parse(message.data) as LiveEvent;
}
