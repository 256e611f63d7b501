import type { FastifyReply } from 'fastify';
import { ApiError } from '../api-error.ts';
import type { Caller } from './admission.ts';

export interface PendingResponses {
  /** Throws `too_many_requests` when the caller has too many unread responses. */
  assertRoom(caller: Caller): void;
  /** Counts a response until it is read, and closes its connection when that takes too long. */
  track(caller: Caller, reply: FastifyReply): void;
  /** Responses that have not been read yet. */
  count(): number;
}

/**
 * Limits memory for clients that read their responses slowly or not at all.
 *
 * @param options.maxMillis by default enough for the largest response over a slow mobile connection
 */
export function createPendingResponses({ maxPerUser = 20, maxMillis = 60_000 } = {}): PendingResponses {
  const pending = new Map<Caller, number>();

  return {
    assertRoom(caller) {
      // Many users may share an IP.
      if (caller.startsWith('user:') && (pending.get(caller) ?? 0) >= maxPerUser)
        throw new ApiError('too_many_requests', { retryAfterSeconds: 5 });
    },
    track(caller, { raw }) {
      // The client left before the response was ready; an injected response is then destroyed without being `closed`.
      if (raw.destroyed) return;
      pending.set(caller, (pending.get(caller) ?? 0) + 1);
      const timer = setTimeout(() => raw.destroy(), maxMillis).unref();
      raw.once('close', () => {
        clearTimeout(timer);
        const left = (pending.get(caller) ?? 1) - 1;
        if (left === 0) pending.delete(caller);
        else pending.set(caller, left);
      });
    },
    count: () => [...pending.values()].reduce((sum, of) => sum + of, 0),
  };
}
