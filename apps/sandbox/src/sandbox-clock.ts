import type { StateStore } from './sandbox-state.ts';

/** The sandbox's time: real time plus an offset that the control page changes. */
export interface SandboxClock {
  now: () => number;
  /** Real time, needed to agree with external clocks: sign-in tokens and the order of logins. */
  real: () => number;
  moveTo: (instant: number) => void;
  advance: (millis: number) => void;
  reset: () => void;
}

export function createClock({ state, save }: StateStore, real: () => Date): SandboxClock {
  const realNow = () => real().getTime();

  function setOffset(offset: number) {
    state.clockOffset = offset;
    save();
  }

  return {
    now: () => realNow() + state.clockOffset,
    real: realNow,
    moveTo: (instant) => setOffset(instant - realNow()),
    advance: (millis) => setOffset(state.clockOffset + millis),
    reset: () => setOffset(0),
  };
}
