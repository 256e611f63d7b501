import { createLocalJWKSet, type JSONWebKeySet, type JWSHeaderParameters, type FlattenedJWSInput } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { explainConnectionError } from '../../platform/connection-error.ts';
import { discover, type Discovery, type KeySet, type ProviderFetch } from './discovery.ts';

const refreshAfter = 5 * 60_000;
const staleFor = 24 * 3600_000;
const unknownKeyCooldown = 30_000;
const failureCooldown = 5_000;

/**
 * Fetches the provider's metadata and signing keys. A loaded key remains valid for a day while the provider is
 * unavailable (jose's own remote key set rejects every token once its cache is ten minutes old); unknown key IDs
 * trigger at most one fetch per 30 s.
 */
export function createSigningKeys({
  issuer,
  clock,
  fetchProvider = null,
}: {
  issuer: string;
  clock: Clock;
  fetchProvider?: ProviderFetch | null;
}) {
  let discovery: Discovery | null = null;
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let fetchedAt = 0;
  let failedAt = 0;
  let problem: string | null = null;
  let fetching: Promise<void> | null = null;

  function refresh(): Promise<void> {
    fetching ??= (async () => {
      try {
        const found = await discover(issuer, fetchProvider);
        discovery = found.discovery;
        keys = createLocalJWKSet(toKeySet(found.keys));
        fetchedAt = clock().getTime();
        problem = null;
      } catch (error) {
        failedAt = clock().getTime();
        problem = explainConnectionError(error);
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
    if (!mayTry) throw new Error(problem ?? 'The identity provider recently failed to respond');
    await refresh();
  }

  return {
    ensure,
    isLoaded: () => keys !== null,
    /** Reason why the last fetch failed; null when it succeeded. */
    problem: () => problem,
    readAt: () => (keys ? new Date(fetchedAt) : null),
    discovery: () => discovery,
    /** Looks up a key as jose expects. */
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

/** Safe because jose validates each key before it uses it. */
function toKeySet(set: KeySet): JSONWebKeySet {
  return set as JSONWebKeySet;
}
