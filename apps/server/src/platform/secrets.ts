import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface Vault {
  /** The ids of all keys; the first one seals. */
  keyIds: string[];
  /** Encrypts for one place (table, row, column); the text opens nowhere else. */
  seal(plain: string, place: string): string;
  open(sealed: string, place: string): string;
}

/**
 * AES-256-GCM with a random 96-bit nonce and the key's id in front, bound to its place. `keys` is `id:base64,id:base64`;
 * the first one seals, all of them open. Keys that may change while we run are read again when one is unknown.
 */
export function createVault(keys: string, readAgain?: () => string): Vault {
  let ring = readRing(keys);
  const findKey = (id: string) => {
    if (!ring.has(id) && readAgain) ring = readRing(readAgain());
    return ring.get(id);
  };
  return {
    get keyIds() {
      return [...ring.keys()];
    },
    seal(plain, place) {
      const [[sealId, sealKey] = raiseNoKey()] = ring;
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [
        sealId,
        nonce.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.');
    },
    open(sealed, place) {
      const [id = '', nonce = '', tag = '', body = ''] = sealed.split('.');
      const key = findKey(id);
      if (!key) throw new Error(`There is no encryption key named ${id}`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}

/** The id of the key that a sealed text asks for. */
export function keyIdOf(sealed: string): string {
  return sealed.split('.', 1)[0] ?? '';
}

/** The keys of `ENCRYPTION_KEYS` by their ids. Throws when it is not one. */
function readRing(keys: string): Map<string, Buffer> {
  return new Map(keys.split(',').map((entry) => parseKey(entry.trim())));
}

function raiseNoKey(): never {
  throw new Error('ENCRYPTION_KEYS names no key');
}

function parseKey(entry: string): [string, Buffer] {
  const [id = '', encoded = ''] = entry.split(':');
  const key = Buffer.from(encoded, 'base64');
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32)
    throw new Error('ENCRYPTION_KEYS must be id:<32 bytes in base64>, separated by commas');
  return [id, key];
}
