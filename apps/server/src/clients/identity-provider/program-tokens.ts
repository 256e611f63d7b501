import { z } from 'zod';
import { createSignedTokens, type SignedTokensOptions } from './signed-tokens.ts';
import { TokenRejection } from './token-rejection.ts';

/** Claims in an access token for the MCP server: the user, the program and its scopes. Others are ignored. */
export interface ProgramIdentity {
  issuer: string;
  subject: string;
  issuedAt: Date;
  /** The program's ID at the provider; null if the provider does not say. */
  clientId: string | null;
  scopes: string[];
}

// RFC 9068 requires the first; the other providers write `JWT` or nothing.
const acceptedTypes = ['at+jwt', 'application/at+jwt', 'jwt', ''];

const Scopes = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]).catch([]);

/** Verifies access tokens (RFC 9068) that name the MCP server as their audience (RFC 8707). */
export function createProgramTokens({
  storedIssuer,
  ...options
}: Omit<SignedTokensOptions<ProgramIdentity>, 'read' | 'audienceSetting'> & { storedIssuer: string }) {
  return createSignedTokens<ProgramIdentity>({
    ...options,
    audienceSetting: 'MCP_OAUTH',
    read(payload, { type = '', issuedAt }) {
      if (!acceptedTypes.includes(type.toLowerCase()))
        throw new TokenRejection('format', `typ is ${JSON.stringify(type).slice(0, 60)}, not that of an access token`);
      return {
        issuer: storedIssuer,
        subject: payload.sub,
        issuedAt,
        clientId: findClientId(payload),
        // Okta and Entra write `scp`.
        scopes: Scopes.parse(payload['scope'] ?? payload['scp']),
      };
    },
  });
}

/** Returns the client that a token was issued to. Providers from before RFC 9068 write `azp` or `cid`. */
export function findClientId(claims: Record<string, unknown>): string | null {
  const found = claims['client_id'] ?? claims['azp'] ?? claims['cid'];
  return typeof found === 'string' ? found : null;
}
