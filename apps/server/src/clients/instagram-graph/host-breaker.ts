import { BrokenCircuitError, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';

const sampleSeconds = 30;
const fewestCalls = 20;
const pauseMilliseconds = 30_000;

/** The host did not do its part: no connection, no answer in time, an answer cut short. */
export class HostFailure extends Error {}

/**
 * Leaves a host alone for 30 seconds once half of at least 20 calls in 30 seconds failed; then one call tries it.
 * An answer that refuses a request is no failure of the host.
 */
export function createHostBreaker<Answer>(isFailure: (answer: Answer) => boolean) {
  const policy = circuitBreaker(
    // The union narrows what the library calls `unknown`: every result comes from `attempt` below.
    handleWhen((error) => error instanceof HostFailure).orWhenResult((answer) => isFailure(answer as Answer)),
    {
      // The library opens above the threshold; ours is "half of them".
      breaker: new SamplingBreaker({
        threshold: 0.499,
        duration: sampleSeconds * 1000,
        minimumRps: fewestCalls / sampleSeconds,
      }),
      halfOpenAfter: pauseMilliseconds,
    },
  );
  return {
    /** Null when the host is left alone. */
    async attempt(call: () => Promise<Answer>): Promise<Answer | null> {
      try {
        return await policy.execute(call);
      } catch (error) {
        if (error instanceof BrokenCircuitError) return null;
        throw error;
      }
    },
  };
}
