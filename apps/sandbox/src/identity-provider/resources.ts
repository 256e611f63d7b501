import type { Client, Grant, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import { errors } from 'oidc-provider';
import {
  accessTokenSeconds,
  apiAudience,
  clientId,
  confidentialClientId,
  grantedScope,
  keyClientId,
  mcpScopes,
} from './claims.ts';

const applications = [clientId, confidentialClientId, keyClientId];

/** Returns true for the application itself; every other client is a program that has registered. */
export function isApplication(client: string | undefined): boolean {
  return client !== undefined && applications.includes(client);
}

/**
 * Returns the resource that tokens can be requested for (RFC 8707): by the application for its API, by programs for its
 * MCP server.
 */
export function findResource(
  resource: string,
  { client, appOrigins }: { client: Client; appOrigins: string[] },
): Pick<ResourceServer, 'audience' | 'scope' | 'accessTokenTTL'> {
  const isForApplication = isApplication(client.clientId);
  if (isForApplication && resource === apiAudience)
    return { audience: apiAudience, scope: grantedScope, accessTokenTTL: accessTokenSeconds };
  if (!isForApplication && appOrigins.some((origin) => resource === `${origin}/mcp`))
    return { audience: resource, scope: mcpScopes.join(' '), accessTokenTTL: accessTokenSeconds };
  throw new errors.InvalidTarget();
}

/** Signing in to the application implies consent; programs ask each time, so that people can change their mind. */
export async function findGrant({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, result } = oidc;
  if (!client || !session?.accountId) return undefined;
  const isForApplication = isApplication(client.clientId);
  const known = result?.consent?.grantId ?? (isForApplication ? session.grantIdFor(client.clientId) : undefined);
  const stored = known ? await provider.Grant.find(known) : undefined;
  if (stored ?? !isForApplication) return stored;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(grantedScope);
  grant.addResourceScope(apiAudience, grantedScope);
  await grant.save();
  return grant;
}
