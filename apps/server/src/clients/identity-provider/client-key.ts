import { importPKCS8 } from 'jose';
import { modifyAssertion, PrivateKeyJwt, type ClientAuth, type CryptoKey } from 'openid-client';

export interface ClientKeyOptions {
  /** PKCS #8. */
  pem: string;
  algorithm: 'RS256' | 'ES256';
  /** Null if the provider knows only one key for the client. */
  id: string | null;
  /** RFC 7523 allows both; newer providers want the issuer, older ones the endpoint. */
  audience: 'issuer' | 'token_endpoint';
}

export interface ClientKey extends Pick<ClientKeyOptions, 'id' | 'audience'> {
  key: CryptoKey;
}

export async function importClientKey({ pem, algorithm, id, audience }: ClientKeyOptions): Promise<ClientKey> {
  return { key: await importPKCS8(pem, algorithm), id, audience };
}

export function signAssertions({ key, id, audience }: ClientKey, tokenEndpoint: string | undefined): ClientAuth {
  return PrivateKeyJwt(id ? { key, kid: id } : key, {
    [modifyAssertion]: (_header, claims) => {
      if (audience === 'token_endpoint' && tokenEndpoint) claims['aud'] = tokenEndpoint;
    },
  });
}
