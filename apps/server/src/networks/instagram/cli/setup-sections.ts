import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { error, type Check } from '../../../cli/checks/check.ts';
import { get, getAppUrl, type Answers, type Known, type Section } from '../../../cli/setup/section.ts';
import { instagramVariables, toInstagramConfig } from '../../../config/instagram.ts';
import { Secret } from '../../../config/secret.ts';
import { listInstagramSettings, listMetaSettings } from '../connections/meta-settings.ts';
import { checkInstagramApp } from './checks/instagram.ts';
import { checkMetaApp, type Meta } from './checks/meta.ts';

const instagramAppVariables = ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'];
const metaVariables = ['META_APP_ID', 'META_APP_SECRET', 'META_LOGIN_CONFIG_ID', 'META_WEBHOOK_VERIFY_TOKEN'];

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
const metaSettings = (appUrl: string) => `
Meta: create an app.
${listPages(listMetaSettings(appUrl, { hasLegalPages: false }))}
Until Meta has granted advanced access, only people with a role in the app can connect.
`;

/** Returns what to enter for accounts without a Facebook page. */
const instagramSettings = (appUrl: string) => `
Instagram: create another app at developers.facebook.com.
${listPages(listInstagramSettings(appUrl, { hasLegalPages: false }))}
Until Meta has granted advanced access, only accounts added under App roles → Instagram testers can connect.
`;

const metaLater = (appUrl: string) => `
The first operator connects Meta in the browser: ${appUrl}/system/meta shows what to enter there.
`;

function toMeta(answers: Answers, known: Known): Meta {
  return {
    appId: get(answers, 'META_APP_ID'),
    appSecret: new Secret(get(answers, 'META_APP_SECRET')),
    loginConfigId: get(answers, 'META_LOGIN_CONFIG_ID'),
    graphBaseUrl: known['META_GRAPH_BASE_URL'] || 'https://graph.facebook.com',
    graphVersion: known['META_GRAPH_VERSION'] || 'v25.0',
    sdkUrl: known['META_SDK_URL'] || 'https://connect.facebook.net/en_US/sdk.js',
    dayZone: known['META_INSIGHTS_TIMEZONE'] || 'America/Los_Angeles',
  };
}

async function* checkInstagramAnswers(answers: Answers, known: Known): AsyncGenerator<Check> {
  const given = [...answers].filter(([, value]) => value !== '');
  const env = z.object(instagramVariables).safeParse(Object.fromEntries(given));
  const instagram = env.success ? toInstagramConfig(env.data) : null;
  if (instagram) yield await checkInstagramApp({ instagram, meta: toMeta(answers, known) }, getAppUrl(answers));
  else yield error('Instagram', 'INSTAGRAM_…_BASE_URL must be addresses', 'Remove or correct them.');
}

/** The questions about the apps at Meta. */
export const networkSections: Section[] = [
  {
    title: 'Meta',
    isWanted: (prompter, known) =>
      prompter.confirm(
        'Connect Meta now? Otherwise the first operator does it in the browser',
        metaVariables.some((name) => known[name]),
      ),
    onSkip: (answers) => metaLater(getAppUrl(answers)),
    introduce: (answers) => metaSettings(getAppUrl(answers)),
    questions: () => [
      { name: 'META_APP_ID', message: 'App ID' },
      { name: 'META_APP_SECRET', message: 'App secret', isSecret: true },
      { name: 'META_LOGIN_CONFIG_ID', message: 'ID of the login configuration' },
      {
        name: 'META_WEBHOOK_VERIFY_TOKEN',
        message: 'Verify token for story events; Enter uses a new one',
        fallback: randomBytes(24).toString('base64url'),
        isSecret: true,
      },
    ],
    check: (answers, known) => checkMetaApp(toMeta(answers, known), getAppUrl(answers)),
  },
  {
    title: 'Accounts without a Facebook page',
    clearsOnSkip: true,
    isWanted: (prompter, known) =>
      prompter.confirm(
        'Connect them with Instagram? Meta requires another app for this',
        instagramAppVariables.some((name) => known[name]),
      ),
    introduce: (answers) => instagramSettings(getAppUrl(answers)),
    questions: () => [
      { name: 'INSTAGRAM_APP_ID', message: 'Instagram app ID' },
      { name: 'INSTAGRAM_APP_SECRET', message: 'Instagram app secret', isSecret: true },
    ],
    check: checkInstagramAnswers,
  },
];
