import { createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters, type FlattenedJWSInput } from 'jose';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';

const refreshAfter = 5 * 60_000;
const staleFor = 24 * 3600_000;
const unknownKeyCooldown = 30_000;
const failureCooldown = 5_000;
const largest = 256 * 1024;

const Discovery = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
});
const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

type Discovery = z.infer<typeof Discovery>;

/**
 * The provider's keys. A known key keeps working for a day when the provider is away (jose's own remote set refuses
 * every token once its cache is ten minutes old); an unknown one is asked for at most each 30 s.
 */
export function createSigningKeys({ issuer, clock }: { issuer: string; clock: Clock }) {
  let discovery: Discovery | null = null;
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let fetchedAt = 0;
  let failedAt = 0;
  let fetching: Promise<void> | null = null;

  function refresh(): Promise<void> {
    fetching ??= (async () => {
      try {
        const found = Discovery.parse(await getJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`));
        if (found.issuer !== issuer) throw new Error(`The provider calls itself ${found.issuer}, not ${issuer}`);
        const set = KeySet.parse(await getJson(found.jwks_uri));
        discovery = found;
        keys = createLocalJWKSet(toKeySet(set));
        fetchedAt = clock().getTime();
      } catch (error) {
        failedAt = clock().getTime();
        throw error;
      } finally {
        fetching = null;
      }
    })();
    return fetching;
  }

  /** Refreshes when there is nothing usable; behind the caller's back when what there is grows old. */
  async function ensure(): Promise<void> {
    const now = clock().getTime();
    const age = now - fetchedAt;
    const mayTry = now - failedAt >= failureCooldown;
    if (keys && age < staleFor) {
      if (age > refreshAfter && mayTry) refresh().catch(() => undefined);
      return;
    }
    if (!mayTry) throw new Error('The identity provider did not answer a moment ago');
    await refresh();
  }

  return {
    ensure,
    isLoaded: () => keys !== null,
    readAt: () => (keys ? new Date(fetchedAt) : null),
    discovery: () => discovery,
    /** jose's way to look a key up. */
    async getKey(header: JWSHeaderParameters, token: FlattenedJWSInput) {
      if (!keys) throw new Error('No keys are loaded');
      try {
        return await keys(header, token);
      } catch (error) {
        const triedAt = Math.max(fetchedAt, failedAt);
        if (clock().getTime() - triedAt < unknownKeyCooldown || !isUnknownKey(error)) throw error;
        await refresh().catch(() => undefined);
        return keys(header, token);
      }
    },
  };
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_JWKS_NO_MATCHING_KEY';
}

async function getJson(address: string): Promise<unknown> {
  const { statusCode, body } = await request(address, {
    headersTimeout: 5_000,
    bodyTimeout: 5_000,
    headers: { accept: 'application/json' },
  });
  let size = 0;
  const parts: Buffer[] = [];
  for await (const part of body) {
    size += part.length;
    if (size > largest) throw new Error(`${new URL(address).pathname} is larger than ${largest} bytes`);
    parts.push(part);
  }
  if (statusCode !== 200) throw new Error(`${new URL(address).pathname} answered ${statusCode}`);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** Safe because jose checks each key itself before it uses one. */
function toKeySet(set: z.infer<typeof KeySet>): JSONWebKeySet {
  return set as JSONWebKeySet;
}
