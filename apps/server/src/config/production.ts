import { createHash } from 'node:crypto';
import { listServerUrls } from '../database/database-url.ts';
import { exposesMail } from './mail.ts';
import { isLoopback, isNearby } from './values.ts';

export interface Problem {
  name: string;
  message: string;
}

type Given = Record<string, unknown>;

// SHA-256 hashes of the sandbox's secrets, which are public in its source.
const sandboxSecrets = new Set([
  '0ebd8a307b7e942debf01845b786d87c82bea322ba16389d5b1f3f3c037a77cd',
  '70709189c886eef7a12f2dfd1c7d930696392b04a4189c025dc29039ca52656a',
  '8d290323f8302531604b3af102d72f7e6c7f22006e5a576dc6c7aa5495a3849e',
  '18c764737791e91becb3cb18a42301ab89466299a625282ca9d4bf49f621e797',
  '77f4dfc4f5d7786d818457c6f75d5bfd21bdd9b158fb5d53efa2d10e192955f9',
  '48c7a0961a540dfefde15c8a9f8ec1d8256feefb7b707ecff26955223ad3c264',
  '0c408e9b2b5602d60af2624afd52b3fc7f86dbaab22de0415dab2c039a7c4ce4',
]);
const examples = /^(change-?me|example|secret|password|test|xxx+|your[-_ ].*|<.*>)$/i;
const secrets = [
  'OIDC_CLIENT_SECRET',
  'META_APP_SECRET',
  'META_WEBHOOK_VERIFY_TOKEN',
  'INSTAGRAM_APP_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GITHUB_TOKEN',
  'GITHUB_WEBHOOK_SECRET',
];
const overHttps = [
  'APP_URL',
  'OIDC_ISSUER',
  'META_SDK_URL',
  'META_DIALOG_BASE_URL',
  'META_GRAPH_BASE_URL',
  'INSTAGRAM_LOGIN_BASE_URL',
  'INSTAGRAM_API_BASE_URL',
  'INSTAGRAM_GRAPH_BASE_URL',
  'BLUESKY_APPVIEW_URL',
  'BLUESKY_PLC_URL',
  'GITHUB_API_BASE_URL',
  'STRIPE_API_BASE_URL',
  'UPDATE_CHECK_URL',
];
/** OIDC_ISSUER is optional: the built-in provider has an address below APP_URL. */
const optional = ['OIDC_ISSUER', 'UPDATE_CHECK_URL'];
/** Variables that ALLOW_PLAINTEXT may name. */
export const plaintextVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'MIGRATION_DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'HOST',
] as const;

/** Settings that are fine for local use but not allowed in production. */
export function listProductionProblems(given: Given): Problem[] {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const problems: Problem[] = [];
  for (const name of overHttps)
    if (!text(name).startsWith('https://') && !(optional.includes(name) && !text(name)))
      problems.push({ name, message: 'must be an https URL in production' });
  for (const name of secrets) {
    if (isFromSandbox(text(name))) problems.push({ name, message: 'is the sandbox’s value, which is public' });
    else if (examples.test(text(name))) problems.push({ name, message: 'is an example value, which anyone can guess' });
  }
  const origins = Array.isArray(given['META_MEDIA_ORIGINS']) ? given['META_MEDIA_ORIGINS'] : [];
  if (origins.some((origin) => !String(origin).startsWith('https://')))
    problems.push({ name: 'META_MEDIA_ORIGINS', message: 'must be https origins in production' });
  if (!text('ENCRYPTION_KEYS'))
    problems.push({
      name: 'ENCRYPTION_KEYS',
      message: 'is missing: set a key, for example main:<32 random bytes in base64>',
    });
  else if (text('ENCRYPTION_KEYS').split(',').some(isGuessable))
    problems.push({
      name: 'ENCRYPTION_KEYS',
      message: 'contains a key that is not random: generate it with openssl rand -base64 32',
    });
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'MIGRATION_DATABASE_URL', 'REDIS_URL'])
    if (text(name) && !isEncrypted(text(name)) && !allowsPlaintext(given, name))
      problems.push({
        name,
        message: `crosses networks without TLS: use ${name === 'REDIS_URL' ? 'rediss://' : '?sslmode=verify-full'}, or set ALLOW_PLAINTEXT=${name}`,
      });
  if (text('SMTP_URL') && exposesMail(text('SMTP_URL')) && !allowsPlaintext(given, 'SMTP_URL'))
    problems.push({
      name: 'SMTP_URL',
      message: 'crosses networks without TLS: remove ?tls=off, or set ALLOW_PLAINTEXT=SMTP_URL',
    });
  if (given['REDIS_URL'] && !given['DATABASE_URL'])
    problems.push({
      name: 'DATABASE_URL',
      message: 'is missing: REDIS_URL implies several processes, but the built-in database supports only one',
    });
  return problems;
}

/** Protects an installation that was started without NODE_ENV=production by mistake. */
export function listDevelopmentProblems(given: Given, { sandbox }: { sandbox: boolean }): Problem[] {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : '');
  const problems: Problem[] = [];
  if (!sandbox && isForOthers(text('APP_URL'), { allowsPlaintext: allowsPlaintext(given, 'HOST') }))
    problems.push({ name: 'APP_URL', message: 'is not an address of this machine alone: set NODE_ENV=production' });
  if (!isLoopback(text('HOST')) && !allowsPlaintext(given, 'HOST'))
    problems.push({
      name: 'HOST',
      message:
        'accepts connections from other machines: set NODE_ENV=production, or ALLOW_PLAINTEXT=HOST to allow it without https',
    });
  if (/^(sk|rk)_live_/.test(text('STRIPE_SECRET_KEY')))
    problems.push({ name: 'STRIPE_SECRET_KEY', message: 'is a live key: set NODE_ENV=production or use a test key' });
  return problems;
}

/** Returns true for a URL that other machines open, which a reverse proxy makes possible whatever HOST is. */
function isForOthers(appUrl: string, { allowsPlaintext }: { allowsPlaintext: boolean }): boolean {
  if (!appUrl) return false;
  const { protocol, hostname } = new URL(appUrl);
  return !isLoopback(hostname.replace(/^\[|\]$/g, '')) && !(allowsPlaintext && protocol === 'http:');
}

function allowsPlaintext(given: Given, name: string): boolean {
  return Array.isArray(given['ALLOW_PLAINTEXT']) && given['ALLOW_PLAINTEXT'].includes(name);
}

/** Returns true if every listed server's connection uses TLS or stays on the local network (a socket has no host). */
function isEncrypted(address: string): boolean {
  return listServerUrls(address).every((server) => {
    const { protocol, hostname, searchParams } = new URL(server);
    return (
      protocol === 'rediss:' ||
      searchParams.get('sslmode') === 'verify-full' ||
      isNearby(searchParams.get('host') ?? hostname)
    );
  });
}

function isFromSandbox(value: string): boolean {
  return sandboxSecrets.has(createHash('sha256').update(value).digest('hex'));
}

/** 32 random bytes contain about thirty different values. */
function isGuessable(entry: string): boolean {
  return new Set(Buffer.from(entry.split(':')[1] ?? '', 'base64')).size < 16;
}
