import { handledEvents } from '../../clients/payment-provider/payment-event.ts';

/** Settings to enter at an identity provider. */
export const providerSettings = (appUrl: string) => `
Identity provider: register an application at your OpenID Connect provider.
  Type                      web application: authorization code with PKCE, with or without a client secret
  Redirect URI              ${appUrl}/login
  Post-logout redirect URI  ${appUrl}/
  Access tokens             signed JWTs (RS256, PS256, ES256 or EdDSA) with an audience of your choice;
                            for opaque ones, set OIDC_ACCESS_TOKENS
  Refresh tokens            allowed, so that users need not return to the provider
`;

export const noProvider = `
Users sign in to Tidemark itself, with a password or a passkey. The first start prints a link that creates the first operator, who invites other users. You can move to an identity provider later: run this command again then.
`;

export const stripeSettings = (appUrl: string) => `
Stripe: under Developers → Webhooks, add an endpoint.
  URL     ${appUrl}/api/v1/webhooks/stripe
  Events  ${handledEvents.join(', ')}
`;

export const githubSettings = `
GitHub: create a fine-grained token for one repository with read and write access to issues.
`;
