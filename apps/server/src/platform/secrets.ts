import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { parseKeys } from './encryption-keys.ts';

// A shorter tag would be easier to forge. NIST SP 800-38D, 5.2.1.2 and 8.2.1.
const nonceBytes = 12;
const tagBytes = 16;

/** The key for an encrypted text is missing, or the text does not decrypt with it. */
export class DecryptionError extends Error {
  override readonly name = 'DecryptionError';
}

export interface Vault {
  /** IDs of all keys; the first one encrypts. */
  keyIds: string[];
  /** Encrypts with associated data (table, row, column), without which the result cannot be decrypted. */
  encrypt(plain: string, aad: string): string;
  /** Throws `DecryptionError`. */
  decrypt(encrypted: string, aad: string): string;
}

/**
 * Encrypts with AES-256-GCM, a random 96-bit nonce and the key's ID in front, bound to the associated data. `keys` is
 * `id:base64,id:base64`; the first one encrypts, all of them decrypt. With `reload`, an unknown ID reloads the keys.
 */
export function createVault(keys: string, reload?: () => string): Vault {
  let keyring = parseKeys(keys);
  const findKey = (id: string) => {
    if (!keyring.has(id) && reload) keyring = parseKeys(reload());
    return keyring.get(id);
  };
  return {
    get keyIds() {
      return [...keyring.keys()];
    },
    encrypt(plain, aad) {
      const [[keyId, encryptionKey] = throwNoKey()] = keyring;
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce, { authTagLength: tagBytes }).setAAD(
        Buffer.from(aad),
      );
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        keyId,
        nonce.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.');
    },
    decrypt(encrypted, aad) {
      const [id = '', ...parts] = encrypted.split('.');
      const [nonce, tag, body] = parts.map((part) => Buffer.from(part, 'base64url'));
      const key = findKey(id);
      if (!key) throw new DecryptionError(`ENCRYPTION_KEYS has no key ${id}`);
      if (nonce?.length !== nonceBytes || tag?.length !== tagBytes || !body || parts.length !== 3)
        throw new DecryptionError('The encrypted text is malformed');
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(aad))
        .setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new DecryptionError(`The text does not decrypt with the key ${id} of ENCRYPTION_KEYS`, { cause });
      }
    },
  };
}

/** Returns the ID of the key that encrypted a text. */
export function getKeyId(encrypted: string): string {
  return encrypted.split('.', 1)[0] ?? '';
}

function throwNoKey(): never {
  throw new Error('ENCRYPTION_KEYS contains no key');
}
