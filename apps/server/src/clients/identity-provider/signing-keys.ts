import { createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters, type FlattenedJWSInput } from 'jose';
import { request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { readJson } from './read-json.ts';

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
 * The provider's signing keys. A loaded key remains valid for a day while the provider is unavailable (jose's own
 * remote key set rejects every token once its cache is ten minutes old); unknown key IDs trigger at most one fetch per
 * 30 s.
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
        requireHttps(found);
        if (found.issuer !== issuer)
          throw new Error(`The identity provider’s issuer is ${found.issuer}, expected ${issuer}`);
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

  /** Waits for a fetch when no usable keys are loaded; refreshes old ones in the background. */
  async function ensure(): Promise<void> {
    const now = clock().getTime();
    const age = now - fetchedAt;
    const mayTry = now - failedAt >= failureCooldown;
    if (keys && age < staleFor) {
      if (age > refreshAfter && mayTry) refresh().catch(() => undefined);
      return;
    }
    if (!mayTry) throw new Error('The identity provider recently failed to respond');
    await refresh();
  }

  return {
    ensure,
    isLoaded: () => keys !== null,
    readAt: () => (keys ? new Date(fetchedAt) : null),
    discovery: () => discovery,
    /** The key lookup function that jose expects. */
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
  const { pathname } = new URL(address);
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`${pathname} answered ${statusCode}`);
  }
  return readJson(body, largest).catch((cause: unknown) => {
    throw new Error(`${pathname} could not be read`, { cause });
  });
}

/** Safe because jose validates each key before it uses it. */
function toKeySet(set: z.infer<typeof KeySet>): JSONWebKeySet {
  return set as JSONWebKeySet;
}

/** A provider reached over https must not direct us to plain-text addresses. */
function requireHttps(found: Discovery): void {
  if (!found.issuer.startsWith('https://')) return;
  const plain = Object.entries(found).find(([name, address]) => name !== 'issuer' && !address.startsWith('https://'));
  if (plain) throw new Error(`The provider's ${plain[0]} is not an https URL`);
}
