import { describe, expect, it } from 'vitest';
import { step, unmade, type Effect, type Happening, type TimerName } from './connection.ts';

/** The state machine with a manual clock; records the actions it requests. */
function machine() {
  let connection = unmade;
  let now = 0;
  const timers = new Map<TimerName, number>();
  const log: { at: number; effect: Effect }[] = [];

  function report(happening: Happening) {
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
      report({ type: 'timer', name });
      for (const { effect } of log.slice(before)) onEffect?.(effect);
    }
    now = end;
  }

  return {
    report,
    pass,
    state: () => connection.state,
    times: (type: Effect['type']) => log.filter(({ effect }) => effect.type === type).map(({ at }) => at),
    timer: (name: TimerName) => timers.get(name),
  };
}

function connected() {
  const live = machine();
  live.report({ type: 'start' });
  live.report({ type: 'token', token: 'T' });
  live.report({ type: 'opened' });
  return live;
}

describe('connecting', () => {
  it('requests a token, opens the stream, and catches up on changes', () => {
    const live = connected();

    expect(live.state()).toBe('connected');
    expect(live.times('request-token')).toEqual([0]);
    expect(live.times('open-stream')).toEqual([0]);
    expect(live.times('catch-up')).toEqual([0]);
  });

  it('does not catch up with a stream that missed nothing', () => {
    const live = machine();
    live.report({ type: 'start' });
    live.report({ type: 'token', token: 'T' });
    live.report({ type: 'opened', missedNothing: true });

    expect(live.state()).toBe('connected');
    expect(live.times('catch-up')).toEqual([]);
  });

  it('stays disconnected when the token request fails, until it is restarted', () => {
    const live = machine();
    live.report({ type: 'start' });
    live.report({ type: 'token-failed' });
    live.pass(600);

    expect(live.state()).toBe('disconnected');
    expect(live.times('request-token')).toEqual([0]);

    live.report({ type: 'start' });
    expect(live.times('request-token')).toEqual([0, 600]);
  });
});

describe('losing the connection', () => {
  it('polls health every three seconds from the first error, and retries five times', () => {
    const live = connected();
    live.report({ type: 'failed' });
    expect(live.state()).toBe('polling');
    live.pass(31 + 7, (effect) => {
      if (effect.type === 'open-stream') live.report({ type: 'failed' });
      if (effect.type === 'check-health') live.report({ type: 'unhealthy' });
    });

    expect(live.times('open-stream')).toEqual([0, 1, 3, 7, 15, 31]);
    expect(live.times('check-health')).toEqual([6, 10, 13, 18, 21, 24, 27, 30, 34, 37]);
    expect(live.state()).toBe('polling');
  });

  it('reconnects within five seconds after the server is back at any time', () => {
    for (let back = 0; back < 60; back += 0.25) {
      const live = connected();
      let now = 0;
      let connectedAt: number | null = null;
      live.report({ type: 'failed' });
      while (connectedAt === null) {
        now += 0.25;
        live.pass(0.25, (effect) => {
          const isUp = now >= back;
          if (effect.type === 'open-stream') live.report({ type: isUp ? 'opened' : 'failed' });
          if (effect.type === 'request-token')
            live.report(isUp ? { type: 'token', token: 'U' } : { type: 'token-failed' });
          if (effect.type === 'check-health') live.report({ type: isUp ? 'healthy' : 'unhealthy' });
        });
        if (live.state() === 'connecting') live.report({ type: 'opened' });
        if (live.state() === 'connected') connectedAt = now;
      }

      expect(connectedAt - back).toBeLessThanOrEqual(5);
    }
  });

  it('reconnects with a new token two seconds after the health check passes, and catches up', () => {
    const live = connected();
    live.report({ type: 'server_shutdown_soon' });
    expect(live.state()).toBe('polling');

    live.pass(3);
    live.report({ type: 'healthy' });
    live.pass(2);
    live.report({ type: 'opened' });

    expect(live.times('check-health')).toEqual([3]);
    expect(live.times('open-stream')).toEqual([0, 5]);
    expect(live.times('catch-up')).toEqual([0, 5]);
  });

  it('requests a new token within ten seconds when the server answers but refuses the stream', () => {
    const live = connected();
    live.pass(100);

    live.report({ type: 'failed' });
    live.pass(10, (effect) => {
      if (effect.type === 'open-stream') live.report({ type: 'failed' });
      if (effect.type === 'check-health') live.report({ type: 'healthy' });
    });

    expect(live.times('request-token')).toEqual([0, 108]);
  });

  it('continues polling while a new token is rejected', () => {
    const live = connected();
    for (let attempt = 0; attempt <= 5; attempt += 1) {
      live.report({ type: 'failed' });
      live.pass(16);
    }
    live.report({ type: 'healthy' });
    live.pass(2);
    expect(live.times('request-token')).toHaveLength(2);

    live.report({ type: 'token-failed' });
    expect(live.state()).toBe('polling');
  });

  it('resets the retry count only after a message', () => {
    const live = connected();
    live.report({ type: 'failed' });
    live.pass(1);
    live.report({ type: 'opened' });
    live.report({ type: 'failed' });
    expect(live.timer('reconnect')).toBe(3);

    live.pass(2);
    live.report({ type: 'opened' });
    live.report({ type: 'heard' });
    live.report({ type: 'failed' });
    expect(live.timer('reconnect')).toBe(4);
  });
});

describe('maintaining the connection', () => {
  it('drops a stream that is silent for 45 seconds', () => {
    const live = connected();
    live.pass(44);
    live.report({ type: 'heard' });
    live.pass(44);
    expect(live.state()).toBe('connected');

    live.pass(1);
    expect(live.state()).toBe('polling');
    expect(live.timer('reconnect')).toBe(90);
  });

  it('renews the stream after 290 seconds', () => {
    const live = connected();
    for (let second = 0; second < 290; second += 29) {
      live.report({ type: 'heard' });
      live.pass(29);
    }

    expect(live.times('open-stream')).toEqual([0, 290]);
    expect(live.times('request-token')).toEqual([0]);
  });

  it('reconnects one second after sse-expired', () => {
    const live = connected();
    live.report({ type: 'sse-expired' });
    live.pass(1);

    expect(live.times('close-stream')).toEqual([0]);
    expect(live.times('open-stream')).toEqual([0, 1]);
  });

  it('requests a new token once the old one is 11 hours old', () => {
    const live = connected();
    for (let passed = 0; passed < 11 * 3600 + 300; passed += 30) {
      live.report({ type: 'heard' });
      live.pass(30, (effect) => {
        if (effect.type === 'open-stream') live.report({ type: 'opened' });
      });
    }

    expect(live.times('request-token')).toHaveLength(2);
  });

  it('stops everything when it is stopped', () => {
    const live = connected();
    live.report({ type: 'stop' });
    live.pass(24 * 3600);
    live.report({ type: 'token', token: 'late' });

    expect(live.state()).toBe('disconnected');
    expect(live.times('open-stream')).toEqual([0]);
  });
});
