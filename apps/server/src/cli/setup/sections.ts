import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { instagramVariables, toInstagramConfig } from '../../config/instagram.ts';
import { mailVariables, toMailConfig } from '../../config/mail.ts';
import { readOidc } from '../../config/oidc.ts';
import { Secret } from '../../config/secret.ts';
import { toDatabaseAddress } from '../../database/database-address.ts';
import { error, ok, type Check } from '../checks/check.ts';
import { checkIdentityProvider } from '../checks/identity-provider.ts';
import { checkInstagramApp } from '../checks/instagram.ts';
import { checkMail } from '../checks/mail.ts';
import { checkMetaApp, type Meta } from '../checks/meta.ts';
import { checkGithub, checkStripe } from '../checks/services.ts';
import { checkDatabase, checkRedis } from '../checks/storage.ts';
import {
  githubSettings,
  instagramSettings,
  metaLater,
  metaSettings,
  noProvider,
  providerSettings,
  stripeSettings,
} from './instructions.ts';
import type { Prompter, Question } from './prompter.ts';

export type Answers = Map<string, string>;
type Known = Readonly<Record<string, string | undefined>>;

/** A group of questions, tried together. */
export interface Section {
  title: string;
  /** False leaves the section out without a word. */
  isPossible?(answers: Answers): boolean;
  /** Asked first; false skips the section. */
  isWanted(prompter: Prompter, known: Known, answers: Answers): Promise<boolean>;
  introduce?(answers: Answers): string;
  questions(answers: Answers): Question[];
  check?(answers: Answers, known: Known): AsyncIterable<Check> | Iterable<Check>;
  onSkip?(answers: Answers): string;
  /** If set, skipping it empties its variables. */
  clearsOnSkip?: true;
}

const always = async () => true;
const instagramAppVariables = ['INSTAGRAM_APP_ID', 'INSTAGRAM_APP_SECRET'];
const metaVariables = ['META_APP_ID', 'META_APP_SECRET', 'META_LOGIN_CONFIG_ID', 'META_WEBHOOK_VERIFY_TOKEN'];
const get = (answers: Answers, name: string) => answers.get(name) ?? '';
const getAppUrl = (answers: Answers) => get(answers, 'APP_URL').replace(/\/$/, '');

function checkAddress(appUrl: string): Check[] {
  const url = URL.parse(appUrl);
  const isOrigin = url?.protocol === 'https:' && appUrl.replace(/\/$/, '') === url.origin;
  if (isOrigin) return [ok('Public address', url.origin)];
  return [
    error(
      'Public address',
      'APP_URL must be an https address without a path: Tidemark cannot run below one',
      'Use an address such as https://tidemark.example.com',
    ),
  ];
}

async function* one(check: Promise<Check>): AsyncGenerator<Check> {
  yield await check;
}

async function* checkProviderAnswers(answers: Answers): AsyncGenerator<Check> {
  const appUrl = getAppUrl(answers);
  const given = [...answers].filter(([, value]) => value !== '');
  const oidc = readOidc(Object.fromEntries(given), appUrl);
  if (oidc) yield* checkIdentityProvider(oidc, { appUrl });
  else yield error('Identity provider', 'OIDC_ISSUER must be the issuer’s URL', 'Enter it again.');
}

async function* checkMailAnswers(answers: Answers): AsyncGenerator<Check> {
  for (const name of ['SMTP_URL', 'MAIL_FROM'] as const) {
    const problem = mailVariables[name].safeParse(get(answers, name)).error?.issues[0]?.message;
    if (problem) return yield error('Mail', `${name} ${problem}`, 'Enter it again.');
  }
  const values = { SMTP_URL: get(answers, 'SMTP_URL'), MAIL_FROM: get(answers, 'MAIL_FROM') };
  const settings = toMailConfig(values, getAppUrl(answers));
  if (settings) yield await checkMail(settings);
}

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

export const sections: Section[] = [
  {
    title: 'Public address',
    isWanted: always,
    questions: () => [
      {
        name: 'APP_URL',
        message: 'Public address, such as https://tidemark.example.com',
        complete: (text) => (text === '' || /^[a-z]+:/i.test(text.replace(/:\d+$/, '')) ? text : `https://${text}`),
      },
      { name: 'PORT', message: 'Port on which Tidemark listens, behind the reverse proxy', fallback: '3000' },
      {
        name: 'TRUST_PROXY',
        message: 'Address of the reverse proxy as seen by Tidemark',
        fallback: '127.0.0.1',
      },
    ],
    check: (answers) => checkAddress(getAppUrl(answers)),
  },
  {
    title: 'Encryption key',
    isWanted: async (_prompter, known) => !known['ENCRYPTION_KEYS'],
    questions: () => [
      {
        name: 'ENCRYPTION_KEYS',
        message: 'Key that encrypts tokens; Enter uses the new one',
        fallback: `main:${randomBytes(32).toString('base64')}`,
        isSecret: true,
      },
    ],
  },
  {
    title: 'Database',
    clearsOnSkip: true,
    isWanted: (prompter, known) =>
      prompter.confirm('Use your own PostgreSQL server instead of the built-in one?', Boolean(known['DATABASE_URL'])),
    questions: () => [
      { name: 'DATABASE_URL', message: 'postgres://user:password@host:5432/name', isSecret: true },
      {
        name: 'MIGRATION_DATABASE_URL',
        message: 'The same, with the schema owner',
        isSecret: true,
        isOptional: true,
      },
      {
        name: 'DATABASE_DIRECT_URL',
        message: 'Direct address of PostgreSQL, if the first is a pooler',
        isSecret: true,
        isOptional: true,
      },
    ],
    check: (answers) =>
      checkDatabase(toDatabaseAddress(get(answers, 'DATABASE_URL')), {
        hasDirectUrl: answers.has('DATABASE_DIRECT_URL'),
      }),
  },
  {
    title: 'Redis',
    clearsOnSkip: true,
    // The built-in database supports one process only.
    isPossible: (answers) => get(answers, 'DATABASE_URL') !== '',
    isWanted: (prompter, known) =>
      prompter.confirm('Use Redis? Several server processes need it', Boolean(known['REDIS_URL'])),
    questions: () => [{ name: 'REDIS_URL', message: 'redis://host:6379', isSecret: true }],
    check: (answers, known) => one(checkRedis(get(answers, 'REDIS_URL'), known['REDIS_PREFIX'] || 'tidemark')),
  },
  {
    title: 'Identity provider',
    clearsOnSkip: true,
    isWanted: (prompter, known) =>
      prompter.confirm(
        'Use your own OpenID Connect provider instead of the built-in sign-in?',
        Boolean(known['OIDC_ISSUER']),
      ),
    introduce: (answers) => providerSettings(getAppUrl(answers)),
    questions: () => [
      { name: 'OIDC_ISSUER', message: 'Its issuer, exactly as in its discovery document' },
      { name: 'OIDC_CLIENT_ID', message: 'Client ID' },
      { name: 'OIDC_CLIENT_SECRET', message: 'Client secret', isSecret: true, isOptional: true },
      { name: 'OIDC_AUDIENCE', message: 'Audience of access tokens' },
      {
        name: 'OPERATOR_EMAILS',
        message: 'Your email address there; its user becomes an operator',
        isOptional: true,
      },
    ],
    check: checkProviderAnswers,
    onSkip: () => noProvider,
  },
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
  {
    title: 'Mail',
    clearsOnSkip: true,
    isWanted: (prompter, known) =>
      prompter.confirm('Send mail: password resets, invitations and digests?', Boolean(known['SMTP_URL'])),
    questions: () => [
      { name: 'SMTP_URL', message: 'smtp://user:password@host:587 or smtps://user:password@host', isSecret: true },
      { name: 'MAIL_FROM', message: 'Sender, such as Tidemark <tidemark@example.com>' },
    ],
    check: checkMailAnswers,
  },
  {
    title: 'Stripe',
    clearsOnSkip: true,
    isWanted: (prompter, known) => prompter.confirm('Sell plans through Stripe?', Boolean(known['STRIPE_SECRET_KEY'])),
    introduce: (answers) => stripeSettings(getAppUrl(answers)),
    questions: () => [
      { name: 'STRIPE_SECRET_KEY', message: 'Secret key, sk_… or rk_…', isSecret: true },
      { name: 'STRIPE_WEBHOOK_SECRET', message: 'Signing secret of the webhook, whsec_…', isSecret: true },
    ],
    check: (answers, known) =>
      checkStripe(
        {
          secretKey: new Secret(get(answers, 'STRIPE_SECRET_KEY')),
          webhookSecret: new Secret(get(answers, 'STRIPE_WEBHOOK_SECRET')),
          baseUrl: known['STRIPE_API_BASE_URL'] || 'https://api.stripe.com',
        },
        { db: null, appUrl: getAppUrl(answers), production: true },
      ),
  },
  {
    title: 'GitHub',
    clearsOnSkip: true,
    isWanted: (prompter, known) =>
      prompter.confirm('Fill the roadmap from a GitHub repository?', Boolean(known['GITHUB_TOKEN'])),
    introduce: () => githubSettings,
    questions: () => [
      { name: 'GITHUB_REPOSITORY', message: 'owner/name' },
      { name: 'GITHUB_TOKEN', message: 'Token', isSecret: true },
    ],
    check: (answers, known) =>
      one(
        checkGithub({
          apiBaseUrl: known['GITHUB_API_BASE_URL'] || 'https://api.github.com',
          repository: get(answers, 'GITHUB_REPOSITORY'),
          access: { kind: 'token', token: new Secret(get(answers, 'GITHUB_TOKEN')) },
        }),
      ),
  },
];
