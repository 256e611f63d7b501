import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export interface Vault {
  /** Encrypts for one place (table, row, column); the text opens nowhere else. */
  seal(plain: string, place: string): string;
  open(sealed: string, place: string): string;
}

/**
 * AES-256-GCM with a random 96-bit nonce and the key's id in front, bound to its place.
 * `keys` is `id:base64,id:base64`; the first one seals, all of them open.
 */
export function createVault(keys: string): Vault {
  const ring = new Map(keys.split(',').map((entry) => parseKey(entry.trim())));
  const [sealId, sealKey] = [...ring][0] ?? [];
  if (!sealId || !sealKey) throw new Error('ENCRYPTION_KEYS names no key');
  return {
    seal(plain, place) {
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
      const key = ring.get(id);
      if (!key) throw new Error(`There is no encryption key named ${id}`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}

function parseKey(entry: string): [string, Buffer] {
  const [id = '', encoded = ''] = entry.split(':');
  const key = Buffer.from(encoded, 'base64');
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id) || key.length !== 32)
    throw new Error('ENCRYPTION_KEYS must be id:<32 bytes in base64>, separated by commas');
  return [id, key];
}
