import { generateKeyPair as generate } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { Faults } from '../faults.ts';
import type { StateStore } from '../sandbox-state.ts';

const generateKeyPair = promisify(generate);

export interface SigningKeys {
  /** Returns the current signing key. */
  signing: () => Promise<JWK>;
  /** Returns the keys that the JWKS endpoint currently serves. */
  published: () => Promise<JWK[]>;
  /** Returns a key that was never published. */
  foreign: () => Promise<JWK>;
}

/** Creates one key at the start; a second and a third once a fault requests a rotation or a foreign key. */
export function createSigningKeys({ state, save }: StateStore, faults: Faults): SigningKeys {
  const made = new Map<number, Promise<JWK>>();

  function key(index: number): Promise<JWK> {
    const known = made.get(index);
    if (known) return known;
    const stored = state.signingKeys[index];
    const promise = stored
      ? Promise.resolve(stored)
      : makeKey().then((jwk) => {
          state.signingKeys[index] = jwk;
          save();
          return jwk;
        });
    made.set(index, promise);
    return promise;
  }

  const keysTarget = { path: '/oidc/jwks' };
  const isRotated = () => faults.strike('idp-rotated-key', keysTarget) !== undefined;
  const isRemoved = () => faults.strike('idp-removed-key', keysTarget) !== undefined;
  const isUnknown = () => faults.strike('idp-unknown-key', keysTarget) !== undefined;

  return {
    signing: () => (isUnknown() ? key(2) : isRotated() || isRemoved() ? key(1) : key(0)),
    async published() {
      if (isRemoved()) return [publicPart(await key(1))];
      return isRotated() ? [publicPart(await key(0)), publicPart(await key(1))] : [publicPart(await key(0))];
    },
    foreign: () => key(2),
  };
}

async function makeKey(): Promise<Record<string, string>> {
  const { privateKey } = await generateKeyPair('rsa', { modulusLength: 2048 });
  const jwk = await exportJWK(privateKey);
  const texts = Object.entries(jwk).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  return {
    ...Object.fromEntries(texts),
    kid: (await calculateJwkThumbprint(jwk)).slice(0, 16),
    alg: 'RS256',
    use: 'sig',
  };
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use };
}
