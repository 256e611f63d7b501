import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';

const mostKept = 10_000;

/**
 * What tokens say whose signature was found good, so that a page that asks twenty times has it checked once. They are
 * known by their hash, until the provider's keys are read again; whether one holds at this time is looked at each time.
 */
export function createVerifiedTokens<Said>({ tolerance }: { tolerance: number }) {
  const kept = new Map<string, { payload: JWTPayload; said: Said }>();
  let keysReadAt = 0;

  function forgetOlderKeys(readAt: Date | null): void {
    const time = readAt?.getTime() ?? 0;
    if (time !== keysReadAt) kept.clear();
    keysReadAt = time;
  }

  const nameOf = (token: string) => hash('sha256', token, 'base64');

  return {
    find(token: string, { now, readAt }: { now: Date; readAt: Date | null }): Said | undefined {
      forgetOlderKeys(readAt);
      const known = kept.get(nameOf(token));
      if (!known) return undefined;
      const { exp = 0, nbf = 0, iat = 0 } = known.payload;
      const seconds = Math.floor(now.getTime() / 1000);
      return exp > seconds - tolerance && Math.max(nbf, iat) <= seconds + tolerance ? known.said : undefined;
    },

    /** `readAt` is of the keys that it was checked with. */
    keep(token: string, payload: JWTPayload, { said, readAt }: { said: Said; readAt: Date | null }): void {
      forgetOlderKeys(readAt);
      const [oldest] = kept.keys();
      if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest);
      kept.set(nameOf(token), { payload, said });
    },
  };
}
