import { describe, expect, it } from 'vitest';
import { step, unmade, type Effect, type Happening, type TimerName } from './connection.ts';

/** The machine with a clock that only moves when told; it writes down what the machine asks for. */
function machine() {
  let connection = unmade;
  let now = 0;
  const timers = new Map<TimerName, number>();
  const log: { at: number; effect: Effect }[] = [];

  function tell(happening: Happening) {
    const [next, effects] = step(connection, happening);
    connection = next;
    for (const effect of effects) {
      log.push({ at: now, effect });
      if (effect.type === 'set-timer') timers.set(effect.name, now + effect.seconds);
      if (effect.type === 'clear-timer') timers.delete(effect.name);
      if (effect.type === 'clear-timers') timers.clear();
    }
  }

  function pass(seconds: number, onEffect?: (effect: Effect) => void) {
    const end = now + seconds;
    for (;;) {
      const [due] = [...timers].filter(([, at]) => at <= end).sort(([, a], [, b]) => a - b);
      if (!due) break;
      const [name, at] = due;
      timers.delete(name);
      now = at;
      const before = log.length;
      tell({ type: 'timer', name });
      for (const { effect } of log.slice(before)) onEffect?.(effect);
    }
    now = end;
  }

  return {
    tell,
    pass,
    state: () => connection.state,
    times: (type: Effect['type']) => log.filter(({ effect }) => effect.type === type).map(({ at }) => at),
    timer: (name: TimerName) => timers.get(name),
  };
}

function connected() {
  const live = machine();
  live.tell({ type: 'start' });
  live.tell({ type: 'token', token: 'T' });
  live.tell({ type: 'opened' });
  return live;
}

describe('making the connection', () => {
  it('asks for a token, opens the stream, subscribes', () => {
    const live = connected();

    expect(live.state()).toBe('connected');
    expect(live.times('request-token')).toEqual([0]);
    expect(live.times('open-stream')).toEqual([0]);
    expect(live.times('subscribe-again')).toEqual([0]);
    expect(live.times('refetch')).toEqual([]);
  });

  it('stays unmade when the token request fails, until it is started again', () => {
    const live = machine();
    live.tell({ type: 'start' });
    live.tell({ type: 'token-failed' });
    live.pass(600);

    expect(live.state()).toBe('disconnected');
    expect(live.times('request-token')).toEqual([0]);

    live.tell({ type: 'start' });
    expect(live.times('request-token')).toEqual([0, 600]);
  });
});

describe('losing the connection', () => {
  it('tries five times, doubling from one second, then polls health every three seconds', () => {
    const live = connected();
    live.tell({ type: 'failed' });
    live.pass(31 + 7, (effect) => {
      if (effect.type === 'open-stream') live.tell({ type: 'failed' });
      if (effect.type === 'check-health') live.tell({ type: 'unhealthy' });
    });

    expect(live.times('open-stream')).toEqual([0, 1, 3, 7, 15, 31]);
    expect(live.times('check-health')).toEqual([34, 37]);
    expect(live.state()).toBe('polling');
  });

  it('reconnects two seconds after the health check passes, with a new token, and catches up', () => {
    const live = connected();
    live.tell({ type: 'server_shutdown_soon' });
    expect(live.state()).toBe('polling');

    live.pass(3);
    live.tell({ type: 'healthy' });
    live.pass(2);
    live.tell({ type: 'opened' });

    expect(live.times('check-health')).toEqual([3]);
    expect(live.times('open-stream')).toEqual([0, 5]);
    expect(live.times('subscribe-again')).toEqual([0, 5]);
    expect(live.times('refetch')).toEqual([5]);
  });

  it('goes on polling while a new token is refused', () => {
    const live = connected();
    for (let attempt = 0; attempt <= 5; attempt += 1) {
      live.tell({ type: 'failed' });
      live.pass(16);
    }
    live.tell({ type: 'healthy' });
    live.pass(2);
    expect(live.times('request-token')).toHaveLength(2);

    live.tell({ type: 'token-failed' });
    expect(live.state()).toBe('polling');
  });

  it('starts counting tries anew only once something was heard', () => {
    const live = connected();
    live.tell({ type: 'failed' });
    live.pass(1);
    live.tell({ type: 'opened' });
    live.tell({ type: 'failed' });
    expect(live.timer('reconnect')).toBe(3);

    live.pass(2);
    live.tell({ type: 'opened' });
    live.tell({ type: 'heard' });
    live.tell({ type: 'failed' });
    expect(live.timer('reconnect')).toBe(4);
  });
});

describe('keeping the connection', () => {
  it('gives up on a stream that says nothing for 45 seconds', () => {
    const live = connected();
    live.pass(44);
    live.tell({ type: 'heard' });
    live.pass(44);
    expect(live.state()).toBe('connected');

    live.pass(1);
    expect(live.state()).toBe('connecting');
  });

  it('renews the stream after 290 seconds', () => {
    const live = connected();
    for (let second = 0; second < 290; second += 29) {
      live.tell({ type: 'heard' });
      live.pass(29);
    }

    expect(live.times('open-stream')).toEqual([0, 290]);
    expect(live.times('request-token')).toEqual([0]);
  });

  it('comes back one second after sse-expired', () => {
    const live = connected();
    live.tell({ type: 'sse-expired' });
    live.pass(1);

    expect(live.times('close-stream')).toEqual([0]);
    expect(live.times('open-stream')).toEqual([0, 1]);
  });

  it('asks for a new token once the old one is 11 hours old', () => {
    const live = connected();
    for (let passed = 0; passed < 11 * 3600 + 300; passed += 30) {
      live.tell({ type: 'heard' });
      live.pass(30, (effect) => {
        if (effect.type === 'open-stream') live.tell({ type: 'opened' });
      });
    }

    expect(live.times('request-token')).toHaveLength(2);
  });

  it('stops everything when it is stopped', () => {
    const live = connected();
    live.tell({ type: 'stop' });
    live.pass(24 * 3600);
    live.tell({ type: 'token', token: 'late' });

    expect(live.state()).toBe('disconnected');
    expect(live.times('open-stream')).toEqual([0]);
  });
});
