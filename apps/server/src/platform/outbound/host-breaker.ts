import { BrokenCircuitError, circuitBreaker, handleWhen, SamplingBreaker } from 'cockatiel';

const sampleSeconds = 30;
const minCalls = 20;
const pauseMilliseconds = 30_000;

/** The host failed: no connection, no response in time, or an incomplete response. */
export class HostUnavailableError extends Error {
  timedOut: boolean;
  constructor(message: string, { timedOut = false, cause }: { timedOut?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.timedOut = timedOut;
  }
}

/**
 * Sends no calls for 30 seconds once half of at least 20 calls in 30 seconds failed; then one call tests the host. A
 * response that rejects the request is not the host's failure.
 */
export function createHostBreaker<Answer>(isFailure: (answer: Answer) => boolean) {
  const policy = circuitBreaker(
    // Narrows what the library types as `unknown`: every result comes from `attempt` below.
    handleWhen((error) => error instanceof HostUnavailableError).orWhenResult((answer) => isFailure(answer as Answer)),
    {
      // The library opens above its threshold; we open at half.
      breaker: new SamplingBreaker({
        threshold: 0.499,
        duration: sampleSeconds * 1000,
        minimumRps: minCalls / sampleSeconds,
      }),
      halfOpenAfter: pauseMilliseconds,
    },
  );
  return {
    /** Returns null while the host gets no calls. */
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
