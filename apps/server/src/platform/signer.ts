import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parseKeys } from './encryption-keys.ts';

export type SignatureCheck = 'valid' | 'invalid' | 'unknown_key';

export interface Signer {
  /** The first key, which signs. */
  readonly keyId: string;
  sign(content: Buffer): Buffer;
  check(keyId: string, content: Buffer, signature: Buffer): SignatureCheck;
}

/**
 * Signs with HMAC-SHA-256 and keys derived from the encryption keys, one per purpose: a signature for one purpose is
 * invalid for any other. With `reload`, an unknown ID reloads the keys.
 */
export function createSigner(keys: string, purpose: string, reload?: () => string): Signer {
  let derived = deriveKeys(keys, purpose);
  return {
    get keyId() {
      return takeFirst(derived)[0];
    },
    sign: (content) => hmac(takeFirst(derived)[1], content),
    check(keyId, content, signature) {
      if (!derived.has(keyId) && reload) derived = deriveKeys(reload(), purpose);
      const key = derived.get(keyId);
      if (!key) return 'unknown_key';
      const expected = hmac(key, content);
      return expected.length === signature.length && timingSafeEqual(expected, signature) ? 'valid' : 'invalid';
    },
  };
}

function deriveKeys(keys: string, purpose: string): Map<string, Buffer> {
  return new Map(
    [...parseKeys(keys)].map(([id, key]) => [id, Buffer.from(hkdfSync('sha256', key, '', `tidemark ${purpose}`, 32))]),
  );
}

function hmac(key: Buffer, content: Buffer): Buffer {
  return createHmac('sha256', key).update(content).digest();
}

function takeFirst(keys: Map<string, Buffer>): [string, Buffer] {
  const [first] = keys;
  if (!first) throw new Error('ENCRYPTION_KEYS names no key');
  return first;
}
