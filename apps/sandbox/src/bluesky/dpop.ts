import { createHash, randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { OAuthError } from './coded-errors.ts';

const maxAgeSeconds = 60;
const Proof = z.object({
  jti: z.string().min(1),
  htm: z.string(),
  htu: z.string(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
});

interface Call {
  method: string;
  /** Address without query. */
  address: string;
  proof: string | undefined;
  /** The access token that the call carries. */
  token?: string;
}

const toInvalid = (message: string) => new OAuthError('invalid_dpop_proof', message, 401);

/** Checks proofs of possession, each of which is accepted once: https://www.rfc-editor.org/rfc/rfc9449 */
export function createDpop() {
  const nonce = randomBytes(24).toString('base64url');
  const seen = new Set<string>();
  return {
    nonce,
    /** Returns the thumbprint of the key that has signed the call. Uses the machine's clock, as clients do. */
    async requireKey({ method, address, proof, token }: Call): Promise<string> {
      if (proof === undefined) throw toInvalid('DPoP proof required');
      const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
        typ: 'dpop+jwt',
        algorithms: ['ES256'],
        maxTokenAge: maxAgeSeconds,
      }).catch((cause: unknown) => {
        if (cause instanceof errors.JOSEError || cause instanceof TypeError)
          throw toInvalid(`Failed to verify DPoP proof: ${cause.message}`);
        throw cause;
      });
      const claims = Proof.safeParse(payload);
      if (!claims.success || !protectedHeader.jwk) throw toInvalid('DPoP proof lacks a claim');
      const { jti, htm, htu, nonce: given, ath } = claims.data;
      if (htm !== method) throw toInvalid('DPoP "htm" mismatch');
      if (htu !== address) throw toInvalid('DPoP "htu" mismatch');
      if (given === undefined)
        throw new OAuthError('use_dpop_nonce', 'Authorization server requires nonce in DPoP proof');
      if (given !== nonce) throw new OAuthError('use_dpop_nonce', 'DPoP "nonce" mismatch');
      if (token !== undefined && ath !== createHash('sha256').update(token).digest('base64url'))
        throw toInvalid('DPoP "ath" mismatch');
      if (seen.has(jti)) throw toInvalid('DPoP proof replayed');
      seen.add(jti);
      return calculateJwkThumbprint(protectedHeader.jwk);
    },
  };
}
