import type { MetaSettings } from '@tidemark/contract';
import { neededScopes } from './rules.ts';

/** Lists the values to enter at developers.facebook.com, in the order of its pages. */
export function listMetaSettings(appUrl: string, { hasLegalPages }: { hasLegalPages: boolean }): MetaSettings[] {
  const webhooks = `${appUrl}/api/v1/webhooks/meta`;
  return [
    {
      title: 'App settings → Basic',
      note: 'developers.facebook.com → My Apps → Create app, of the type Business',
      rows: [
        copied('App domains', new URL(appUrl).hostname),
        ...(hasLegalPages
          ? [copied('Privacy policy URL', `${appUrl}/privacy`), copied('Terms of Service URL', `${appUrl}/terms`)]
          : [
              told(
                'Privacy policy URL',
                'required for the app to go live: a page of yours, or set LEGAL_NAME and LEGAL_EMAIL for one by Tidemark',
              ),
            ]),
        copied('User data deletion, data deletion callback URL', `${webhooks}/deletion`),
        copied('Add platform → Website', `${appUrl}/`),
      ],
    },
    {
      title: 'Facebook Login for Business → Settings',
      note: 'Add product',
      rows: [
        told('Login with the JavaScript SDK', 'Yes'),
        copied('Allowed domains for the JavaScript SDK', `${appUrl}/`),
        copied('Valid OAuth redirect URIs', `${appUrl}/`),
        copied('Deauthorize callback URL', `${webhooks}/deauthorize`),
      ],
    },
    {
      title: 'Facebook Login for Business → Configurations',
      note: 'Create configuration',
      rows: [
        told('Login variation', 'General'),
        told('Access token', 'User access token'),
        copied('Permissions', neededScopes.join(', ')),
        copied('For story events', 'pages_manage_metadata'),
      ],
    },
    {
      title: 'Webhooks → Instagram',
      note: 'Optional: exact final numbers for stories. Do this last, once Tidemark runs with the app: Meta tests the URL at once',
      rows: [
        copied('Callback URL', webhooks),
        told('Verify token', 'the one you enter in Tidemark'),
        copied('Field', 'story_insights'),
      ],
    },
  ];
}

const copied = (name: string, value: string) => ({ name, value, isCopied: true });
const told = (name: string, value: string) => ({ name, value, isCopied: false });
