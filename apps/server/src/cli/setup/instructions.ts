import { handledEvents } from '../../clients/payment-provider/payment-event.ts';
import { neededScopes } from '../../features/connections/index.ts';

/** What to enter at an identity provider. */
export const providerSettings = (appUrl: string) => `
Identity provider: register an application at your OpenID Connect provider.
  Type                      web application: authorization code with PKCE, with or without a client secret
  Redirect URI              ${appUrl}/login
  Post-logout redirect URI  ${appUrl}/
  Access tokens             signed JWTs (RS256, PS256, ES256 or EdDSA) with an audience of your choice;
                            for opaque ones, set OIDC_ACCESS_TOKENS
  Refresh tokens            allowed, so that nobody has to return to the provider
`;

export const noProvider = `
Users sign in to Tidemark itself, with a password or a passkey. The first start prints a link that creates the first
operator, who invites the others. You can move to an identity provider later: run this command again then.
`;

/** What to enter at developers.facebook.com, in the order of its pages. */
export const metaSettings = (appUrl: string) => {
  const { hostname } = new URL(appUrl);
  const webhooks = `${appUrl}/api/v1/webhooks/meta`;
  return `
Meta: at developers.facebook.com → My Apps → Create app, choose the type Business, then
1. App settings → Basic
     App domains                      ${hostname}
     Privacy policy URL               a page of yours; without one the app cannot go live
     User data deletion               Data deletion callback URL: ${webhooks}/deletion
     Add platform → Website           ${appUrl}/
2. Add product: Facebook Login for Business → Settings
     Login with the JavaScript SDK    Yes
     Allowed domains for the SDK      ${appUrl}/
     Valid OAuth redirect URIs        ${appUrl}/
     Deauthorize callback URL         ${webhooks}/deauthorize
3. Facebook Login for Business → Configurations → Create configuration
     Login variation                  General
     Access token                     User access token
     Permissions                      ${neededScopes.join(', ')}
                                      and, for story events, pages_manage_metadata
4. Webhooks → Instagram (optional, for the final metrics of stories)
     Callback URL                     ${webhooks}
     Verify token                     META_WEBHOOK_VERIFY_TOKEN, which this command generates
     Field                            story_insights
   Save it only when Tidemark runs, because Meta then calls the URL.
Until Meta has granted advanced access, only people with a role in the app can connect.
`;
};

export const stripeSettings = (appUrl: string) => `
Stripe: under Developers → Webhooks, add an endpoint.
  URL     ${appUrl}/api/v1/webhooks/stripe
  Events  ${handledEvents.join(', ')}
`;

export const githubSettings = `
GitHub: create a fine-grained token for one repository with read and write access to issues.
`;
