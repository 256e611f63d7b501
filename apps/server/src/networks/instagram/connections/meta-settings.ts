import {
  instagramReturnPath,
  receiveInstagramDeauthorization,
  receiveInstagramDeletion,
  type MetaSettings,
} from '@tidemark/contract';
import { instagramScopes } from '../client/instagram-login.ts';
import { neededScopes } from './rules.ts';

interface Options {
  hasLegalPages: boolean;
}

/** Lists the values to enter at developers.facebook.com, in the order of its pages. */
export function listMetaSettings(appUrl: string, options: Options): MetaSettings[] {
  const webhooks = `${appUrl}/api/v1/webhooks/meta`;
  return [
    {
      title: 'App settings → Basic',
      note: 'developers.facebook.com → My Apps → Create app, of the type Business',
      rows: [
        copied('App domains', new URL(appUrl).hostname),
        ...listLegalPages(appUrl, options),
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

/**
 * Lists the values to enter for accounts without a Facebook page. "You can only add one setup per app": Meta, Instagram
 * use case, 2026.
 */
export function listInstagramSettings(appUrl: string, options: Options): MetaSettings[] {
  const api = `${appUrl}/api/v1`;
  return [
    {
      title: 'Instagram → API setup with Instagram login',
      note: 'My Apps → Create app: another one, because Meta allows one Instagram setup per app. This page shows the Instagram app ID and secret',
      rows: [copied('Permissions', instagramScopes.join(', ')), ...listLegalPages(appUrl, options)],
    },
    {
      title: 'Set up Instagram business login → Business login settings',
      note: null,
      rows: [
        copied('OAuth redirect URIs', `${appUrl}${instagramReturnPath}`),
        copied('Deauthorize callback URL', `${api}${receiveInstagramDeauthorization.path}`),
        copied('Data deletion request URL', `${api}${receiveInstagramDeletion.path}`),
      ],
    },
  ];
}

function listLegalPages(appUrl: string, { hasLegalPages }: Options) {
  return hasLegalPages
    ? [copied('Privacy policy URL', `${appUrl}/privacy`), copied('Terms of Service URL', `${appUrl}/terms`)]
    : [
        told(
          'Privacy policy URL',
          'required for the app to go live: a page of yours, or one by Tidemark if you set LEGAL_NAME and LEGAL_EMAIL',
        ),
      ];
}

const copied = (name: string, value: string) => ({ name, value, isCopied: true });
const told = (name: string, value: string) => ({ name, value, isCopied: false });
