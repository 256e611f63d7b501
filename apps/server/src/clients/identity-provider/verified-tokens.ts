import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';

const maxEntries = 10_000;

/**
 * Caches verified tokens, so that a page with twenty requests causes one signature check. Entries are keyed by the
 * token's hash and valid until the keys are reloaded; expiry is checked every time.
 */
export function createVerifiedTokens<Claims>({ tolerance }: { tolerance: number }) {
  const cache = new Map<string, { payload: JWTPayload; claims: Claims }>();
  let keysReadAt = 0;

  function evictOldKeys(readAt: Date | null): void {
    const time = readAt?.getTime() ?? 0;
    if (time !== keysReadAt) cache.clear();
    keysReadAt = time;
  }

  const toName = (token: string) => hash('sha256', token, 'base64');

  return {
    find(token: string, { now, readAt }: { now: Date; readAt: Date | null }): Claims | undefined {
      evictOldKeys(readAt);
      const known = cache.get(toName(token));
      if (!known) return undefined;
      const { exp = 0, nbf = 0, iat = 0 } = known.payload;
      const seconds = Math.floor(now.getTime() / 1000);
      return exp > seconds - tolerance && Math.max(nbf, iat) <= seconds + tolerance ? known.claims : undefined;
    },

    /** `readAt` is when the keys that verified the token were loaded. */
    keep(token: string, payload: JWTPayload, { claims, readAt }: { claims: Claims; readAt: Date | null }): void {
      evictOldKeys(readAt);
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= maxEntries) cache.delete(oldest);
      cache.set(toName(token), { payload, claims });
    },
  };
}
