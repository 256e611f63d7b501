import { liveTiming } from '@tidemark/contract';

/** The live connection as a state machine without a clock or a network: events in, actions out. */
export type LiveState = 'disconnected' | 'connecting' | 'connected' | 'polling';
export type TimerName = 'reconnect' | 'ping' | 'lifetime' | 'token' | 'health';

export interface Connection {
  state: LiveState;
  token: string | null;
  /** True if the token is due for renewal, or failed to open a stream in a whole round of attempts. */
  tokenStale: boolean;
  /** Reconnect attempts since the last message. */
  attempts: number;
  everOpened: boolean;
  /** True if the server has answered since the stream failed: if it fails again, its token is to blame. */
  serverAnswers: boolean;
}

export type Happening =
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'token'; token: string }
  | { type: 'token-failed' }
  | { type: 'opened'; missedNothing?: boolean }
  | { type: 'heard' }
  | { type: 'failed' }
  | { type: 'sse-expired' }
  | { type: 'server_shutdown_soon' }
  | { type: 'healthy' }
  | { type: 'unhealthy' }
  | { type: 'timer'; name: TimerName };

export type Effect =
  | { type: 'request-token' }
  | { type: 'open-stream'; token: string }
  | { type: 'close-stream' }
  | { type: 'check-health' }
  | { type: 'set-timer'; name: TimerName; seconds: number }
  | { type: 'clear-timers' }
  | { type: 'clear-timer'; name: TimerName }
  | { type: 'catch-up' };

export const unmade: Connection = {
  state: 'disconnected',
  token: null,
  tokenStale: false,
  attempts: 0,
  everOpened: false,
  serverAnswers: false,
};

type Step = [Connection, Effect[]];

export function step(now: Connection, happening: Happening): Step {
  switch (happening.type) {
    case 'start':
      return now.state === 'disconnected' ? connect(now) : [now, []];
    case 'stop':
      return [unmade, [{ type: 'close-stream' }, { type: 'clear-timers' }]];
    case 'token':
      return tokenArrived(now, happening.token);
    case 'token-failed':
      return tokenFailed(now);
    case 'opened':
      return now.state === 'connecting' ? opened(now, happening.missedNothing) : [now, []];
    case 'heard':
      return now.state === 'connected' ? [{ ...now, attempts: 0 }, [expectPing]] : [now, []];
    case 'failed':
      return now.state === 'connecting' || now.state === 'connected' ? failed(now) : [now, []];
    case 'sse-expired':
      return now.state === 'connected' ? reconnectIn(now, liveTiming.expiredReconnectSeconds) : [now, []];
    case 'server_shutdown_soon':
      return now.state === 'connected' ? poll(now) : [now, []];
    case 'healthy':
      return now.state === 'polling'
        ? [
            { ...now, serverAnswers: true },
            [{ type: 'set-timer', name: 'reconnect', seconds: liveTiming.recoveredReconnectSeconds }],
          ]
        : [now, []];
    case 'unhealthy':
      return now.state === 'polling' ? [now, [pollAgain]] : [now, []];
    case 'timer':
      return timerFired(now, happening.name);
  }
}

const expectPing: Effect = {
  type: 'set-timer',
  name: 'ping',
  seconds: liveTiming.pingSeconds + liveTiming.pingGraceSeconds,
};
const pollAgain: Effect = { type: 'set-timer', name: 'health', seconds: liveTiming.healthPollSeconds };

function connect(now: Connection): Step {
  const connecting: Connection = { ...now, state: 'connecting' };
  if (!now.token || now.tokenStale) return [connecting, [{ type: 'request-token' }]];
  return [connecting, [{ type: 'open-stream', token: now.token }]];
}

function tokenArrived(now: Connection, token: string): Step {
  if (now.state === 'disconnected') return [now, []];
  const renewal: Effect = { type: 'set-timer', name: 'token', seconds: liveTiming.tokenRenewSeconds };
  const renewed: Connection = { ...now, token, tokenStale: false };
  return [renewed, now.state === 'connecting' ? [renewal, { type: 'open-stream', token }] : [renewal]];
}

/** Stays disconnected until restarted if it happens during the first connection; later, health polling reconnects. */
function tokenFailed(now: Connection): Step {
  if (now.state !== 'connecting') return [now, []];
  if (now.everOpened) return poll(now);
  return [unmade, [{ type: 'clear-timers' }]];
}

/** Fetches changes from before the stream was open, unless the server knows of none. */
function opened(now: Connection, missedNothing = false): Step {
  const lifetime: Effect = { type: 'set-timer', name: 'lifetime', seconds: liveTiming.lifetimeSeconds };
  return [
    { ...now, state: 'connected', everOpened: true, serverAnswers: false },
    [expectPing, lifetime, ...(missedNothing ? [] : [{ type: 'catch-up' } as const])],
  ];
}

/** Polls health from the first error on, and meanwhile retries a few times, in case only the stream was lost. */
function failed(now: Connection): Step {
  // Attempts reuse the token until the server answers: a server that comes back should not face a storm of token
  // requests.
  if (now.attempts >= liveTiming.reconnectAttempts) return poll({ ...now, tokenStale: true, attempts: 0 });
  const seconds = liveTiming.reconnectBaseSeconds * (now.serverAnswers ? 1 : 2 ** now.attempts);
  const tokenStale = now.tokenStale || now.serverAnswers;
  const [polling, effects] = poll({ ...now, tokenStale, serverAnswers: false, attempts: now.attempts + 1 });
  return [polling, [...effects, { type: 'set-timer', name: 'reconnect', seconds }]];
}

const endStream: Effect[] = [
  { type: 'close-stream' },
  { type: 'clear-timer', name: 'ping' },
  { type: 'clear-timer', name: 'lifetime' },
];

function reconnectIn(now: Connection, seconds: number): Step {
  return [{ ...now, state: 'connecting' }, [...endStream, { type: 'set-timer', name: 'reconnect', seconds }]];
}

function poll(now: Connection): Step {
  return [{ ...now, state: 'polling' }, [...endStream, { type: 'clear-timer', name: 'reconnect' }, pollAgain]];
}

function timerFired(now: Connection, name: TimerName): Step {
  if (now.state === 'disconnected') return [now, []];
  switch (name) {
    case 'reconnect':
      return connect(now);
    case 'ping':
      return now.state === 'connected' ? failed(now) : [now, []];
    case 'lifetime': {
      if (now.state !== 'connected') return [now, []];
      const [connecting, effects] = connect(now);
      return [connecting, [...endStream, ...effects]];
    }
    case 'token':
      return [{ ...now, tokenStale: true }, []];
    case 'health':
      return now.state === 'polling' ? [now, [{ type: 'check-health' }]] : [now, []];
  }
}
