import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';

const mostKept = 10_000;

/**
 * Tokens whose signature was found good, so that a page that asks twenty times has it checked once. They are kept by
 * their hash, until the provider's keys are read again; whether one has expired is looked at each time.
 */
export function createVerifiedTokens({ tolerance }: { tolerance: number }) {
  const payloads = new Map<string, JWTPayload>();
  let keysReadAt = 0;

  function forgetOlderKeys(readAt: Date | null): void {
    const time = readAt?.getTime() ?? 0;
    if (time !== keysReadAt) payloads.clear();
    keysReadAt = time;
  }

  const nameOf = (token: string) => hash('sha256', token, 'base64');

  return {
    find(token: string, { now, readAt }: { now: Date; readAt: Date | null }): JWTPayload | undefined {
      forgetOlderKeys(readAt);
      const payload = payloads.get(nameOf(token));
      const seconds = Math.floor(now.getTime() / 1000);
      const isValid =
        payload?.exp !== undefined &&
        payload.exp > seconds - tolerance &&
        (payload.nbf === undefined || payload.nbf <= seconds + tolerance);
      return isValid ? payload : undefined;
    },

    /** `readAt` is of the keys that it was checked with. */
    keep(token: string, payload: JWTPayload, { readAt }: { readAt: Date | null }): void {
      forgetOlderKeys(readAt);
      const [oldest] = payloads.keys();
      if (oldest !== undefined && payloads.size >= mostKept) payloads.delete(oldest);
      payloads.set(nameOf(token), payload);
    },
  };
}
