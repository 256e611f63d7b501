import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Secret } from './secret.ts';

export interface ClientKeyFile {
  /** PKCS #8 in PEM format. */
  pem: Secret;
  algorithm: 'RS256' | 'ES256';
}

/** Returns a private key that signs the client's assertions (RFC 7523), or the reason why the file cannot be used. */
export function readClientKey(file: string): ClientKeyFile | { problem: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return {
      problem: `cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
    };
  }
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    return { problem: 'contains no private key: it must be a file in PEM format, without a passphrase' };
  }
  const algorithm = findAlgorithm(key);
  if (!algorithm) return { problem: 'must be an RSA key of at least 2048 bits or a P-256 key' };
  return { pem: new Secret(key.export({ type: 'pkcs8', format: 'pem' }).toString()), algorithm };
}

function findAlgorithm({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): ClientKeyFile['algorithm'] | null {
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa' && modulusLength >= 2_048) return 'RS256';
  return asymmetricKeyType === 'ec' && namedCurve === 'prime256v1' ? 'ES256' : null;
}
