import { handledEvents } from '../../clients/payment-provider/payment-event.ts';
import { listInstagramSettings, listMetaSettings } from '../../networks/instagram/index.ts';

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

const listPages = (settings: ReturnType<typeof listMetaSettings>) =>
  settings
    .map(({ title, note, rows }, index) =>
      [
        `${index + 1}. ${title}`,
        ...(note ? [`   ${note}`] : []),
        ...rows.map(({ name, value }) => `     ${name}: ${value}`),
      ].join('\n'),
    )
    .join('\n');

/** Returns the settings to enter at developers.facebook.com, in the order of its pages. */
export const metaSettings = (appUrl: string) => `
Meta: create an app.
${listPages(listMetaSettings(appUrl, { hasLegalPages: false }))}
Until Meta has granted advanced access, only people with a role in the app can connect.
`;

/** Returns what to enter for accounts without a Facebook page. */
export const instagramSettings = (appUrl: string) => `
Instagram: create another app at developers.facebook.com.
${listPages(listInstagramSettings(appUrl, { hasLegalPages: false }))}
Until Meta has granted advanced access, only accounts added under App roles → Instagram testers can connect.
`;

export const metaLater = (appUrl: string) => `
The first operator connects Meta in the browser: ${appUrl}/system/meta shows what to enter there.
`;

export const stripeSettings = (appUrl: string) => `
Stripe: under Developers → Webhooks, add an endpoint.
  URL     ${appUrl}/api/v1/webhooks/stripe
  Events  ${handledEvents.join(', ')}
`;

export const githubSettings = `
GitHub: create a fine-grained token for one repository with read and write access to issues.
`;
