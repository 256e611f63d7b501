import type { Person } from '../world/people.ts';

export const apiAudience = 'urn:tidemark:api';
export const rolesClaim = 'https://tidemark.app/roles';
export const clientId = 'tidemark-web';
/** The same application as a confidential client, for trying OIDC_CLIENT_SECRET. */
export const confidentialClientId = 'tidemark-confidential';
export const clientSecret = 'sandbox-client-secret-of-tidemark';
/** Authenticates with its own key, which the sandbox learns when it starts. */
export const keyClientId = 'tidemark-key';
export const accessTokenSeconds = 15 * 60;
export const grantedScope = 'openid profile email offline_access';
/** Data that programs may read through the MCP server. */
export const mcpScopes = ['analytics:read', 'posts:read'];

/** Returns the claims about a person in every token and at the userinfo endpoint. */
export function toClaims(person: Person, origin: string) {
  return {
    sub: person.subject,
    name: person.name,
    given_name: person.name.split(' ').at(-2),
    family_name: person.name.split(' ').at(-1),
    email: person.email,
    email_verified: true,
    picture: `${origin}/portraits/${person.key}.jpg`,
    locale: 'en',
    [rolesClaim]: person.isSystemAdmin ? ['system-admin'] : [],
  };
}
