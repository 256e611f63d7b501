import { randomBytes } from 'node:crypto';
import { mailVariables, toMailConfig } from '../../config/mail.ts';
import { readOidc } from '../../config/oidc.ts';
import { Secret } from '../../config/secret.ts';
import { toDatabaseAddress } from '../../database/database-address.ts';
import { error, ok, type Check } from '../checks/check.ts';
import { checkIdentityProvider } from '../checks/identity-provider.ts';
import { checkMail } from '../checks/mail.ts';
import { checkGithub, checkStripe } from '../checks/services.ts';
import { checkDatabase, checkRedis } from '../checks/storage.ts';
import { loadSetup } from '../../networks/commands.ts';
import { githubSettings, noProvider, providerSettings, stripeSettings } from './instructions.ts';
import { get, getAppUrl, type Answers, type Section } from './section.ts';

const { networkSections } = await loadSetup();
const always = async () => true;

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
  ...networkSections,
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
